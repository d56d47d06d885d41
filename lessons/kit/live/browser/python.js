// One Python for a page, in a worker. A picture that follows the code gives way to what a student asks for.
const WORKER = "live/worker.js";
const WORDS = ["status", "text", "html", "printed"]; // of an answer
const GRACE = 3000; // milliseconds in which what gives way may still end: a new Python takes about as long

export class Python {
  /** All `listeners` hear how far the start is, from 0 to 1; those in `resting` hear that
   * there is nothing to do. */
  constructor(root, content) {
    Object.assign(this, { root, content, listeners: [], resting: [], ready: false, current: null, next: null,
      side: null });
  }

  tellStart(part) {
    for (const hear of this.listeners) hear(part);
  }

  tellRest() {
    for (const hear of this.resting) hear();
  }

  /** Does it run what a student has asked for? */
  get busy() { return Boolean(this.next || (this.current && !this.current.yields)); }

  get ended() { return Boolean(this.started && !this.worker); }

  get idle() { return this.ready && !this.current; }

  start() {
    if (this.worker) return;
    this.started = true;
    this.tellStart(0.05);
    // From a blob, which keeps to the page's policy.
    const script = new URL(this.root + WORKER, location.href);
    const blob = new Blob([`import ${JSON.stringify(script.href)};`], { type: "text/javascript" });
    const worker = this.worker = new Worker(URL.createObjectURL(blob), { type: "module" });
    worker.onmessage = ({ data }) => { if (worker === this.worker) this.hear(data); };
    worker.onerror = ({ message }) => {
      if (worker === this.worker) this.fail(message || "Python does not start here");
    };
    worker.postMessage({ content: this.content });
  }

  hear(message) {
    if (message.progress) this.tellStart(message.progress);
    if (message.ready) this.begin();
    if (message.answer) this.take(message.answer);
    if (message.failed) this.fail(message.failed);
  }

  /** Take an answer, which code may have forged. */
  take(text) {
    let answer;
    try {
      answer = JSON.parse(text);
      for (const name of WORDS) answer[name] ??= "";
      if (WORDS.some((name) => typeof answer[name] !== "string")) throw new TypeError();
    } catch {
      return this.fail("its answer cannot be read");
    }
    this.finish({ answer });
  }

  begin() {
    this.ready = true;
    this.tellStart(1);
    if (this.idle) this.tellRest();
  }

  /** Ask for one thing; the answer, or why there is none. Questions of one `side` are run by a Python that
   * has run nothing of another: code finds in memory what ran before it. One thing at a time: ask for what
   * `yields` when Python is idle, and for anything else unless it is busy. */
  ask(request, yields = false) {
    return new Promise((done) => {
      const job = { request, done, yields };
      if (!this.current) return this.post(job);
      this.next = job;
      setTimeout(() => { if (this.next === job) this.end({ superseded: true }); }, GRACE);
    });
  }

  post(job) {
    const { side = this.side, ...request } = job.request;
    if (this.side && side !== this.side) this.quit();
    this.start();
    this.side = side;
    this.current = job;
    this.worker.postMessage({ request });
  }

  finish(result) {
    const { current, next } = this;
    this.current = this.next = null;
    if (next) this.post(next);
    current?.done(result);
    if (this.idle) this.tellRest();
  }

  fail(words) {
    this.quit();
    this.finish({ failed: words });
  }

  quit() {
    this.worker?.terminate();
    this.worker = this.side = null;
    this.ready = false;
    this.tellStart(1);
  }

  /** End what runs, and begin a new Python for what comes next. */
  end(result) {
    this.quit();
    this.start();
    this.finish(result);
  }

  stop() {
    this.next?.done({ failed: "" });
    this.next = null;
    this.end({ failed: "" });
  }
}
