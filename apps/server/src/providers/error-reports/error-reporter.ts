import type { DescribedError } from '../../describe-error.ts';

/** A fault that nobody handled. It names no person and holds nothing that opens anything (decision C8.6). */
export interface ErrorReport {
  /** What the customer was given to quote to the office: a guid. */
  reference: string;
  source: 'server' | 'portal';
  at: Date;
  /** The marina's key; null where none was found. */
  tenant: string | null;
  /** Of what it happened in: a call's method and path, or a page, as the pattern without its values. */
  where: string;
  error: DescribedError;
}

/** What takes reports of faults. */
export interface ErrorReporter {
  /** Returns at once and never throws: a report is worth less than the request that it is about. */
  report(report: ErrorReport): void;
  /** Lets go of what it holds, having tried for a moment to hand it over. */
  close(): Promise<void>;
}
