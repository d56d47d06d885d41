// anywidget gives a widget 2 seconds to load. On a busy machine it may need more, and then it never hears from Python
// again (anywidget 0.11, runtime.ts). A minute is enough everywhere.
if (!globalThis.AbortSignal.patient) {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (milliseconds) => timeout(milliseconds === 2000 ? 60000 : milliseconds);
  AbortSignal.patient = true;
}
