import { type ChildProcess, fork } from 'node:child_process';
import { ownTemplates } from '../../providers/pdf/typesetter.ts';
import type { OwnPapers } from './own-papers.rules.ts';
import type { PaperAnswer, PaperOrder } from './paper-order.types.ts';

export interface TypesetterLimits {
  /** The time limit of a paper, in milliseconds. A process that hangs is ended. */
  longestMs: number;
  /** The memory limit of the whole process, with its fonts and programs, in megabytes. */
  megabytes: number;
  /** The time after which an idle process ends, to free its memory, in milliseconds. */
  idleMs: number;
}

const usual: TypesetterLimits = { longestMs: 60_000, megabytes: 768, idleMs: 30_000 };

interface Job {
  order: PaperOrder;
  own: OwnPapers | null;
  resolve: (pdf: Buffer) => void;
  reject: (error: Error) => void;
}

/** These settings decide which texts exist, and where compiled code is kept. */
const passedOn = ['NODE_ENV', 'PSEUDO_LANGUAGE', 'NODE_COMPILE_CACHE'].filter(
  (name) => process.env[name] !== undefined,
);
/**
 * The process gets none of the server's own settings, and so no secret. Typst can download packages, so its proxy is
 * a closed port. It uses one processor.
 */
const environment = {
  ...Object.fromEntries(passedOn.map((name) => [name, process.env[name]])),
  ...Object.fromEntries(['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].map((name) => [name, 'http://127.0.0.1:9'])),
  RAYON_NUM_THREADS: '1',
};

/**
 * Sets papers in a process of its own, one after the other. The first paper starts the process. If a paper hangs or
 * takes too much memory, the process is ended: that paper fails, and the next one starts another process.
 */
export class TypesetterProcess {
  readonly #limits: TypesetterLimits;
  readonly #templates: string;
  readonly #waiting: Job[] = [];
  #current: { job: Job; deadline: NodeJS.Timeout } | null = null;
  #child: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(limits: Partial<TypesetterLimits> = {}, templates: string = ownTemplates) {
    this.#limits = { ...usual, ...limits };
    this.#templates = templates;
  }

  /**
   * Sets a paper.
   * @param own the marina's own templates and fonts
   * @throws Error if the paper can't be set. Its message says why, and at which line of which template
   */
  set(order: PaperOrder, own: OwnPapers | null = null): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ order, own, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#current) return;
    const job = this.#waiting.shift();
    if (!job) return this.#rest();
    clearTimeout(this.#idle);
    const child = (this.#child ??= this.#start());
    hold(child, true);
    const deadline = setTimeout(() => child.kill('SIGKILL'), this.#limits.longestMs);
    this.#current = { job, deadline };
    child.send({ order: job.order, own: job.own });
  }

  /** Lets the idle process neither keep the server alive nor its memory for long. */
  #rest(): void {
    const child = this.#child;
    if (!child) return;
    hold(child, false);
    this.#idle = setTimeout(() => {
      this.#child = null;
      child.kill('SIGKILL');
    }, this.#limits.idleMs);
    this.#idle.unref();
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
    if (this.#child !== child) return;
    const job = this.#take();
    if ('pdf' in answer) job?.resolve(Buffer.from(answer.pdf));
    else job?.reject(new Error(`a paper was not drawn: ${answer.failure}`));
    this.#next();
  }

  /** Ends a process. Its paper fails, and those that wait get another process. */
  #end(child: ChildProcess, error: Error): void {
    if (this.#child !== child) return;
    this.#child = null;
    this.#take()?.reject(error);
    this.#next();
  }

  #take(): Job | undefined {
    const current = this.#current;
    this.#current = null;
    clearTimeout(current?.deadline);
    return current?.job;
  }
}

/** Decides if this process waits for the other. */
function hold(child: ChildProcess, isHeld: boolean): void {
  for (const each of [child, child.channel]) {
    if (isHeld) each?.ref();
    else each?.unref();
  }
}
