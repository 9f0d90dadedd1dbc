/** A row as its file gives it: texts by column. */
export interface SourceRow {
  /** Counted from 1. */
  line: number;
  /** A column that the row doesn't have says nothing; an empty text says that there is none. */
  values: Readonly<Record<string, string>>;
  /** Why this row can't be read, though those after it can. */
  unreadable?: string;
}

/** The file can't be read as what its name says, from a line on. */
export class SourceError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}
