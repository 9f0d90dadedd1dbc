import type { DescribedError } from '../../lib/telemetry/describe-error.ts';

/** A fault that nobody handled. It names no person and holds no secret (decision C8.6). */
export interface ErrorReport {
  /** The reference that the customer can quote to the office: a guid. */
  reference: string;
  source: 'server' | 'portal';
  at: Date;
  /** The marina's key; null if none was found. */
  tenant: string | null;
  /** The place of the fault: a call's method and path, or a page. It is a pattern without values. */
  where: string;
  error: DescribedError;
}

/** Receives reports of faults. */
export interface ErrorReporter {
  /** Returns at once and never throws: a report matters less than its request. */
  report(report: ErrorReport): void;
  /** Tries for a moment to send the waiting reports, then drops them. */
  close(): Promise<void>;
}
