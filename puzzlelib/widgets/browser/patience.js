// anywidget gives a widget 2 seconds to load. On a busy machine it may need more, and then it never hears
// from Python again (anywidget 0.11, runtime.ts). It starts that clock before it has a script of ours, and
// takes no other number from model or server: the page's own AbortSignal is the only place. A minute is
// enough.
if (!globalThis.AbortSignal.patient) {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (milliseconds) => timeout(milliseconds === 2000 ? 60000 : milliseconds);
  AbortSignal.patient = true;
}
