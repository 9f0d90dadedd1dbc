import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { DrawnPage, LanguageTexts, PageToDraw } from '@quayside/contract/portal/drawn-pages.ts';
import type { FastifyBaseLogger } from 'fastify';

/** A page for the thread that draws. */
export interface DrawRequest {
  id: number;
  page: Omit<PageToDraw, 'texts'> & { language: string };
  /** The texts of the page's language, the first time that the thread needs them. */
  texts?: LanguageTexts;
}

/** The answer of the thread that draws (`draw.worker.ts`). */
export interface DrawAnswer {
  id: number;
  /** Null if drawing failed. */
  drawn: DrawnPage | null;
  /** The stack of the error, if drawing failed. */
  failure?: string;
}

interface Waiting {
  resolve: (drawn: DrawnPage | null) => void;
  timer: NodeJS.Timeout;
}

/** The most pages that wait for the thread. */
const mostWaiting = 30;

/**
 * Draws pages with the portal's own program, in a thread. Never throws: null means that the page is not drawn, and
 * the browser does it. The next page starts a new thread if the last one has ended.
 */
export class PageDrawer {
  readonly #program: string;
  readonly #log: FastifyBaseLogger;
  readonly #longestMs: number;
  readonly #waiting = new Map<number, Waiting>();
  /** The languages whose texts the thread has. */
  readonly #languages = new Set<string>();
  #worker: Worker | undefined;
  #lastId = 0;

  /**
   * @param program the file of a `DrawingProgram`
   * @param longestMs the time in which the thread has to answer. Otherwise it hangs and is ended.
   */
  constructor(program: string, log: FastifyBaseLogger, longestMs = 10_000) {
    this.#program = program;
    this.#log = log;
    this.#longestMs = longestMs;
  }

  /** True if so many pages wait that another one would come too late. */
  get isBusy(): boolean {
    return this.#waiting.size >= mostWaiting;
  }

  draw(page: PageToDraw): Promise<DrawnPage | null> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      const timer = setTimeout(() => void worker.terminate(), this.#longestMs);
      this.#waiting.set(id, { resolve, timer: timer.unref() });
      worker.postMessage(this.#requestOf(id, page));
    });
  }

  /** The texts of a language never change, and copying them takes as long as a tenth of the drawing. */
  #requestOf(id: number, { texts, ...page }: PageToDraw): DrawRequest {
    const { language } = texts;
    if (this.#languages.has(language)) return { id, page: { ...page, language } };
    this.#languages.add(language);
    return { id, page: { ...page, language }, texts };
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    this.#languages.clear();
    const worker = new Worker(new URL('./draw.worker.ts', import.meta.url), {
      workerData: pathToFileURL(this.#program).href,
      // A page that takes more ends the thread, and not the server.
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    // A page that nobody waits for must not keep the process alive.
    worker.unref();
    worker.on('message', (answer: DrawAnswer) => this.#settle(answer));
    worker.on('error', (error) => this.#log.error({ err: error }, 'the thread that draws pages failed'));
    worker.on('exit', () => {
      this.#worker = undefined;
      for (const id of this.#waiting.keys()) this.#settle({ id, drawn: null, failure: 'the thread has ended' });
    });
    return worker;
  }

  #settle({ id, drawn, failure }: DrawAnswer): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    if (failure !== undefined) this.#log.warn({ failure }, 'a page could not be drawn');
    waiting.resolve(drawn);
  }
}
