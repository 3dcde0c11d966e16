const { EventEmitter } = require('node:events');
const workerThreads = require('node:worker_threads');

const { Worker } = workerThreads;

/** What Temporal starts for the workflows of a worker. */
const program = require.resolve('@temporalio/worker/lib/workflow/workflow-worker-thread');

/** Threads of workers that have stopped; they do not keep the process from ending. */
const idle = [];

/** Each holds 60 MB, and a worker of the service takes two. */
const maxIdle = 4;

/**
 * A thread for workflows: one that another worker of the process had, if there is one. To load Temporal's modules takes a thread 0.4 s
 * of processor time. Each worker has its workflows loaded anew, and had the thread drop those of the one before it.
 */
class KeptThread extends EventEmitter {
  constructor() {
    super();
    this.thread = idle.pop() ?? new Worker(program);
    this.thread.ref();
    /** Requests without a response: one that came later would be taken for the next worker's. */
    this.pending = 0;
    this.hasExited = false;
    this.forwarding = {
      message: (message) => {
        if ('requestId' in message) this.pending -= 1;
        this.emit('message', message);
      },
      error: (error) => this.emit('error', error),
      exit: (code) => {
        this.hasExited = true;
        this.emit('exit', code);
      },
    };
    for (const [name, listener] of Object.entries(this.forwarding)) this.thread.on(name, listener);
  }

  postMessage(...message) {
    this.pending += 1;
    this.thread.postMessage(...message);
  }

  /** Temporal calls it when the thread has dropped its workflows. @returns the exit code of a thread that is ended so */
  async terminate() {
    if (this.hasExited || this.pending > 0 || idle.length >= maxIdle) return this.thread.terminate();
    for (const [name, listener] of Object.entries(this.forwarding)) this.thread.off(name, listener);
    this.thread.unref();
    idle.push(this.thread);
    this.emit('exit', 1);
    return 1;
  }
}

workerThreads.Worker = class extends Worker {
  constructor(file, options) {
    if (file === program) return new KeptThread();
    super(file, options);
  }
};
