import { type ChildProcess, fork } from 'node:child_process';
import { ownTemplates } from '../../providers/pdf/typesetter.ts';
import type { PaperAnswer, PaperOrder } from './paper-order.rules.ts';

export interface PressLimits {
  /** The time limit of a paper, in milliseconds. A process that hangs is ended. */
  longestMs: number;
  /** The memory limit of the whole process, with its fonts and programs, in megabytes. */
  megabytes: number;
  /** The time after which an idle process ends, to free its memory, in milliseconds. */
  idleMs: number;
}

const usual: PressLimits = { longestMs: 60_000, megabytes: 768, idleMs: 30_000 };

interface Awaited {
  resolve: (pdf: Buffer) => void;
  reject: (error: Error) => void;
  deadline: NodeJS.Timeout;
}

/** These settings decide which texts exist, and where compiled code is kept. */
const kept = ['NODE_ENV', 'PSEUDO_LANGUAGE', 'NODE_COMPILE_CACHE'].filter((name) => process.env[name] !== undefined);
/**
 * The process gets none of the server's own settings, and so no secret. Typst can download packages, so its proxy is
 * a closed port. It uses one processor.
 */
const environment = {
  ...Object.fromEntries(kept.map((name) => [name, process.env[name]])),
  ...Object.fromEntries(['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].map((name) => [name, 'http://127.0.0.1:9'])),
  RAYON_NUM_THREADS: '1',
};

/** Sets papers in a process of its own. The first paper starts it; it is ended if it hangs or takes too much memory. */
export class PaperPress {
  readonly #limits: PressLimits;
  readonly #templates: string;
  readonly #awaited = new Map<number, Awaited>();
  #lastId = 0;
  #child: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(limits: Partial<PressLimits> = {}, templates: string = ownTemplates) {
    this.#limits = { ...usual, ...limits };
    this.#templates = templates;
  }

  /** Sets a paper. @throws Error if the paper can't be set, or the process was ended meanwhile */
  press(order: PaperOrder): Promise<Buffer> {
    clearTimeout(this.#idle);
    const child = (this.#child ??= this.#start());
    hold(child, true);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => child.kill('SIGKILL'), this.#limits.longestMs);
      this.#awaited.set(id, { resolve, reject, deadline });
      child.send({ id, order });
    });
  }

  #start(): ChildProcess {
    const { megabytes } = this.#limits;
    const child = fork(
      new URL('../../worker/paper-process.ts', import.meta.url),
      [this.#templates, String(megabytes)],
      {
        env: environment,
        execArgv: [`--max-old-space-size=${Math.floor(megabytes / 2)}`],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      },
    );
    child.on('message', (answer) => this.#settle(child, answer as PaperAnswer));
    child.on('error', (error) => this.#end(child, error));
    child.on('exit', () => this.#end(child, new Error('the process that sets papers ended')));
    return child;
  }

  #settle(child: ChildProcess, answer: PaperAnswer): void {
    const waiting = this.#awaited.get(answer.id);
    if (!waiting) return;
    this.#awaited.delete(answer.id);
    clearTimeout(waiting.deadline);
    if ('pdf' in answer) waiting.resolve(Buffer.from(answer.pdf));
    else waiting.reject(new Error(`a paper was not drawn: ${answer.failure}`));
    if (this.#awaited.size > 0) return;
    // The process does not keep the server alive.
    hold(child, false);
    this.#idle = setTimeout(() => {
      this.#child = null;
      child.kill('SIGKILL');
    }, this.#limits.idleMs);
    this.#idle.unref();
  }

  /** Ends a process. Its orders are lost, and the next order starts another process. */
  #end(child: ChildProcess, error: Error): void {
    if (this.#child !== child) return;
    this.#child = null;
    for (const { reject, deadline } of this.#awaited.values()) {
      clearTimeout(deadline);
      reject(error);
    }
    this.#awaited.clear();
  }
}

/** Decides if this process waits for the other. */
function hold(child: ChildProcess, isHeld: boolean): void {
  for (const each of [child, child.channel]) {
    if (isHeld) each?.ref();
    else each?.unref();
  }
}
