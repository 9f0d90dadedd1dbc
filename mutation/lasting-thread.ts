import type { Worker } from 'node:worker_threads';
import { ThreadsPoolWorker, type WorkerRequest } from 'vitest/node';

/** The parts of Vitest's worker that its types keep private. */
interface Internals {
  _thread: Worker | undefined;
}

type StartRequest = Extract<WorkerRequest, { type: 'start' }>;

/**
 * Keeps Vitest's thread, with the loaded application, from one mutant to the next. Loading the application costs three
 * times as much as most tests that notice a mutant. Vitest reads the test files anew in each run anyway.
 *
 * A mutant in code that runs while its module is loaded needs all modules anew, and so does the mutant after it.
 */
export function keepThread(): void {
  const worker = ThreadsPoolWorker.prototype;
  const original = Object.create(null, Object.getOwnPropertyDescriptors(worker)) as ThreadsPoolWorker;
  const ended = new WeakSet<ThreadsPoolWorker>();
  let kept: Worker | undefined;
  let config: StartRequest['context']['config'];
  let wasStatic = false;

  worker.start = async function (this: ThreadsPoolWorker) {
    const self = this as unknown as Internals;
    [self._thread, kept] = [self._thread ?? kept, undefined];
    self._thread?.ref();
    await original.start.call(this);
  };

  worker.send = function (this: ThreadsPoolWorker, message: WorkerRequest) {
    const { _thread: thread } = this as unknown as Internals;
    if (message.type === 'start') config = message.context.config;
    if (message.type === 'run') {
      const { mutantActivation } = message.context.providedContext as { mutantActivation?: string };
      const isStatic = mutantActivation === 'static';
      if (isStatic || wasStatic) Object.assign(message.context, { config: { ...config, isolate: true } });
      wasStatic = isStatic;
    }
    if (message.type !== 'stop' || !thread) return original.send.call(this, message);
    // The thread itself would close its channel for good.
    ended.add(this);
    queueMicrotask(() => thread.emit('message', { type: 'stopped', __vitest_worker_response__: true }));
  };

  worker.stop = async function (this: ThreadsPoolWorker) {
    const self = this as unknown as Internals;
    const thread = self._thread;
    if (!ended.has(this) || !thread) return original.stop.call(this);
    for (const stream of [thread.stdout, thread.stderr]) stream.unpipe();
    for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
    // It does not keep the process alive.
    thread.unref();
    [self._thread, kept] = [undefined, thread];
  };
}
