// One Python for a page, in a worker: started at the first touch, stopped at once, and started anew.
const WORKER = "live/worker.js";

export class Python {
  /** `told` hears how far the start is, from 0 to 1; so do all `listeners`. */
  constructor(root, content, told = () => {}) {
    this.root = root;
    this.content = content;
    this.listeners = [told];
    this.waiting = null;
    this.ready = false;
  }

  told(part) {
    for (const hear of this.listeners) hear(part);
  }

  /** Begin to load Python, unless that has begun. */
  start() {
    if (this.worker) return;
    this.told(0.05);
    this.worker = new Worker(new URL(this.root + WORKER, location.href), { type: "module" });
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.fail(event.message || "Python does not start here");
    this.worker.postMessage({ content: this.content });
  }

  hear(message) {
    if (message.progress) this.told(message.progress);
    if (message.ready) {
      this.ready = true;
      this.told(1);
    }
    if (message.answer) this.finish({ answer: JSON.parse(message.answer) });
    if (message.failed) this.fail(message.failed);
  }

  /** Ask for one thing; the answer, or why there is none. One thing at a time. */
  ask(request) {
    this.start();
    return new Promise((done) => {
      this.waiting = done;
      this.worker.postMessage({ request });
    });
  }

  finish(result) {
    this.waiting?.(result);
    this.waiting = null;
  }

  fail(words) {
    this.worker?.terminate();
    this.worker = null;
    this.ready = false;
    this.told(1);
    this.finish({ failed: words });
  }

  /** End whatever runs, and begin a new Python for what comes next. */
  stop() {
    this.fail("");
    this.start();
  }
}
