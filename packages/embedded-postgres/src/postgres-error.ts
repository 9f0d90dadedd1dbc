/** The reasons why PostgreSQL can't start that a person can correct. */
export type PostgresFault =
  | 'no-binaries'
  | 'other-version'
  | 'user-without-name'
  | 'unreachable-data'
  | 'initdb-failed'
  | 'held';

/** PostgreSQL can't start on a folder. `message` is one line that says what is wrong and what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
  readonly fault: PostgresFault;
  /** The folder that it is about, if it differs from the folder of the call. */
  readonly folder: string | undefined;

  constructor(fault: PostgresFault, message: string, folder?: string) {
    super(message);
    this.fault = fault;
    this.folder = folder;
  }
}
