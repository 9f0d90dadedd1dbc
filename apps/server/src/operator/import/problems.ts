/** Something in a file that its owner has to correct. */
export interface Problem {
  /** The name of the file, or of the command line's option. */
  file: string;
  line: number;
  /** null: the line as a whole. */
  column: string | null;
  message: string;
}

/** Collects problems. It keeps the first ones and counts the others. */
export class Problems {
  readonly #files: readonly string[];
  readonly #keptAtMost: number;
  readonly #kept: Problem[] = [];
  #count = 0;
  #unreadable = false;

  /**
   * @param files the files, in the order in which problems are printed
   * @param keptAtMost the number of problems that are kept
   */
  constructor(files: readonly string[], keptAtMost = 50) {
    this.#files = files;
    this.#keptAtMost = keptAtMost;
  }

  get count(): number {
    return this.#count;
  }

  add(problem: Problem): void {
    this.#count += 1;
    if (this.#kept.length < this.#keptAtMost) this.#kept.push(problem);
  }

  /** The kept problems, in the order in which they were found. */
  get kept(): readonly Problem[] {
    return this.#kept;
  }

  /** Adds a part that can't be read. Rows that need it may seem wrong elsewhere. */
  addUnreadable(problem: Omit<Problem, 'column'>): void {
    this.#unreadable = true;
    this.add({ ...problem, column: null });
  }

  get unreadable(): boolean {
    return this.#unreadable;
  }

  /** Adds to the count problems that a check left out of its list. */
  addUntold(count: number): void {
    this.#count += count;
  }

  /** Returns one line for each problem, by file and line, and the number of further ones. */
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
