/** Something in a file that its owner has to mend. */
export interface Problem {
  /** Name of the file, or the command line's own word for it. */
  file: string;
  line: number;
  /** null: the line as a whole */
  column: string | null;
  message: string;
}

const keptAtMost = 50;

/** Collects problems: it keeps the first ones and counts the others. */
export class Problems {
  readonly #files: readonly string[];
  readonly #kept: Problem[] = [];
  #count = 0;
  #unreadable = false;

  /** @param files in the order in which problems are told */
  constructor(files: readonly string[]) {
    this.#files = files;
  }

  get count(): number {
    return this.#count;
  }

  add(problem: Problem): void {
    this.#count += 1;
    if (this.#kept.length < keptAtMost) this.#kept.push(problem);
  }

  /** The first ones, in the order in which they were found. */
  get kept(): readonly Problem[] {
    return this.#kept;
  }

  /** Something that can't be read: what it would have brought may be missing elsewhere. */
  addUnreadable(problem: Omit<Problem, 'column'>): void {
    this.#unreadable = true;
    this.add({ ...problem, column: null });
  }

  get unreadable(): boolean {
    return this.#unreadable;
  }

  /** Counts problems of which only the first were read. */
  addUntold(count: number): void {
    this.#count += count;
  }

  /** A line each, by file and line, and how many more there are. */
  tell(): string {
    const place = ({ file }: Problem) => this.#files.indexOf(file);
    const told = this.#kept.toSorted((a, b) => place(a) - place(b) || a.line - b.line);
    const lines = told.map(({ file, line, column, message }) =>
      [`${file}:${line}`, ...(column === null ? [] : [column]), message].join(': '),
    );
    const more = this.#count - told.length;
    return [...lines, ...(more > 0 ? [`… and ${more} more.`] : [])].join('\n');
  }
}
