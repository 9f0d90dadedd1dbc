import type { FastifyBaseLogger } from 'fastify';
import type { ErrorReport, ErrorReporter } from './error-reporter.ts';
import type { Dsn } from '../../lib/telemetry/sentry-dsn.ts';
import { type Origin, sentryEnvelope } from './sentry-envelope.ts';

const mostWaiting = 100;
const deadlineMs = 10_000;
const farewellMs = 2_000;
/** The pause if the service is busy and does not say for how long. */
const usualPauseSeconds = 60;

export interface SentryOptions extends Origin {
  dsn: Dsn;
  log: FastifyBaseLogger;
}

/**
 * Sends reports by Sentry's protocol, one after the other, beside the requests. Nothing is tried twice: a report is
 * lost if the queue is full, or the service is busy or away. The log says so once, until a report arrives again.
 */
export class SentryReporter implements ErrorReporter {
  readonly #options: SentryOptions;
  readonly #waiting: ErrorReport[] = [];
  #sending: Promise<void> | undefined;
  #pausedUntil = 0;
  #hasWarned = false;

  constructor(options: SentryOptions) {
    this.#options = options;
  }

  report(report: ErrorReport): void {
    if (this.#waiting.length >= mostWaiting) return this.#lose('too many at once');
    if (performance.now() < this.#pausedUntil) return this.#lose('the service asked for a pause');
    this.#waiting.push(report);
    this.#sending ??= this.#sendAll();
  }

  async close(): Promise<void> {
    const farewell = Promise.withResolvers<void>();
    const timer = setTimeout(farewell.resolve, farewellMs);
    await Promise.race([this.#sending, farewell.promise]);
    clearTimeout(timer);
    this.#waiting.length = 0;
  }

  async #sendAll(): Promise<void> {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await this.#send(next);
    this.#sending = undefined;
  }

  async #send(report: ErrorReport): Promise<void> {
    const { dsn } = this.#options;
    try {
      const response = await fetch(dsn.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-sentry-envelope',
          'x-sentry-auth': `Sentry sentry_version=7, sentry_client=quayside/1, sentry_key=${dsn.publicKey}`,
        },
        body: sentryEnvelope(report, this.#options),
        redirect: 'error',
        signal: AbortSignal.timeout(deadlineMs),
      });
      await response.body?.cancel();
      if (response.status === 429) this.#pause(response.headers.get('retry-after'));
      if (!response.ok) return this.#lose(`HTTP ${response.status}`);
      this.#hasWarned = false;
    } catch (error) {
      this.#lose(error instanceof Error ? error.name : 'unknown');
    }
  }

  #pause(retryAfter: string | null): void {
    const seconds = Number(retryAfter ?? usualPauseSeconds);
    this.#pausedUntil = performance.now() + (Number.isFinite(seconds) ? seconds : usualPauseSeconds) * 1_000;
    this.#waiting.length = 0;
  }

  #lose(reason: string): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#options.log.warn({ reason }, 'reports of errors do not arrive at SENTRY_DSN; the log has them all');
  }
}
