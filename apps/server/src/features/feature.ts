import type { DatabaseClient } from '../db/client.ts';
import type { DeclaredTable } from '../db/declared-table.ts';
import type { Route } from '../http/route.ts';
import type { RecurringTask, Tasks } from '../jobs/tasks.ts';
import type { ErrorReporter } from '../providers/error-reports/error-reporter.ts';
import type { FileStorage } from '../providers/files/file-storage.ts';
import type { FileScanner } from '../providers/scanner/file-scanner.ts';
import type { TakeSentRows } from './imports/imports.exports.ts';
import type { TakeRows } from './integration-rows/integration-rows.exports.ts';
import type { MailKinds, MailServices } from './mail/mail.exports.ts';
import type { DescribeCalls } from './platform/platform.exports.ts';

/** The parts of the server that routes use beside a call's context. */
export interface RouteParts {
  /** The storage of papers and customers' files. */
  files: FileStorage;
  /** The scanner that checks customers' files for viruses; null: nobody checks them. */
  scanner: FileScanner | null;
  errorReporter: ErrorReporter;
  /** Returns the portal's origin at a host, for a tenant without a fixed `rootUrl`. */
  originOf: (host: string) => string;
  /** The longest time that a charge may stay invisible at a payment provider, in milliseconds. */
  visibilityMs: number;
  /** The hash that is compared if a login does not exist, so that the answer takes as long as for one that does. */
  decoyHash: string;
  /** Describes the portal's calls, or those of the integration API. */
  describeCalls: DescribeCalls;
  /** Takes in the rows of the marina's programs by the rules of the import. */
  takeRows: TakeRows;
  /** The hosts of the operator's own network that webhooks may be sent to. */
  privateHosts: ReadonlySet<string>;
  /** Opens connections without limits of time, for answers that may take an hour. Every call returns the same. */
  longReads: () => DatabaseClient;
  /** The tables of all features. */
  tables: readonly DeclaredTable[];
}

/** The parts of the server that jobs use beside their context. */
export interface JobServices extends MailServices {
  /** Takes in the rows of a body by the rules of the import. */
  takeSentRows: TakeSentRows;
  /** The longest time that a charge may stay invisible at a payment provider, in milliseconds. */
  visibilityMs: number;
  /** The hosts of the operator's own network that webhooks may be sent to. */
  privateHosts: ReadonlySet<string>;
}

/** The calls of a feature in the OpenAPI document. */
interface Chapter {
  /** The chapter's name. Several features may share a chapter. */
  name: string;
  /** The subject of the chapter's calls. The first feature of a chapter gives it. */
  description?: string;
  /** The files of the contract that define the calls and their shapes. */
  files: readonly Readonly<Record<string, unknown>>[];
}

/**
 * The things that a feature adds to the server. `features.ts` lists all features. A feature's audit events, counters
 * and payloads are types: its file adds them to `AuditEvents`, `Counters`, `JobPayloads` and `MailPayloads`.
 */
export interface Feature {
  /** The chapter of the portal's document that has the feature's calls and the shapes of their answers. */
  chapter?: Chapter;
  /** The calls of the portal. */
  routes?: (parts: RouteParts) => readonly Route[];
  /** The calls of the integration API, which has a document of its own. */
  integration?: { chapter: Chapter; routes: (parts: RouteParts) => readonly Route[] };
  /** The tasks of the queue that the feature runs. */
  tasks?: (services: JobServices) => Partial<Tasks>;
  /** The kinds of mail that the feature sends. */
  mails?: Partial<MailKinds>;
  /** The tables that the feature writes. */
  tables?: readonly DeclaredTable[];
  /** The work that comes back for every marina, such as deleting old rows. */
  recurring?: (services: Pick<JobServices, 'visibilityMs' | 'files'>) => readonly RecurringTask[];
}
