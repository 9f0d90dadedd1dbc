/** A row of a file: texts by column. */
export interface SourceRow {
  /** Counts from 1. */
  line: number;
  /** A missing column means "not given". An empty text means "none". */
  values: Readonly<Record<string, string>>;
  /** The name of its kind, in a source whose rows name their own. */
  kind?: string;
  /** The reason why this row can't be read, though later ones can. */
  unreadable?: string;
}

/** The file can't be read as its name says. `line` is the first wrong one. */
export class SourceError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}
