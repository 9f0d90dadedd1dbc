/** Something in a file that its owner has to correct. */
export interface Problem {
  /** The name of the file, or of the command line's option. */
  file: string;
  line: number;
  /** null: the line as a whole. */
  column: string | null;
  message: string;
}

/** The most problems of one cause that are listed, and the most causes. */
const [firstOfCause, mostCauses] = [5, 100];

/** The longest message. Most messages quote a cell, and a cell may be as long as a book. */
const longestMessage = 1_000;

const shortened = (message: string) =>
  message.length > longestMessage ? `${message.slice(0, longestMessage - 1)}…`.toWellFormed() : message;

/** Collects problems. It keeps the first ones and counts the others. */
export class Problems {
  readonly #files: readonly string[];
  readonly #keptAtMost: number;
  readonly #kept: Problem[] = [];
  readonly #causes = new Map<string, { count: number; first: Problem[] }>();
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

  add({ message, ...place }: Problem): void {
    const problem = { ...place, message: shortened(message) };
    this.#count += 1;
    this.#note(problem);
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

  /** Adds to the count problems that a check left out of its list, with the one that it listed first. */
  addUnlisted(count: number, like: Problem): void {
    this.#count += count;
    const cause = this.#causes.get(causeOf(like));
    if (cause) cause.count += count;
  }

  #note(problem: Problem): void {
    const key = causeOf(problem);
    const cause = this.#causes.get(key);
    if (cause) {
      cause.count += 1;
      if (cause.first.length < firstOfCause) cause.first.push(problem);
    } else if (this.#causes.size < mostCauses) this.#causes.set(key, { count: 1, first: [problem] });
  }

  /**
   * Returns the first problems of each cause, by file and line, and then how many rows have each cause that has more.
   */
  tell(): string {
    const place = ({ file }: Problem) => this.#files.indexOf(file);
    const causes = [...this.#causes.values()];
    const examples = causes.flatMap(({ first }) => first).toSorted((a, b) => place(a) - place(b) || a.line - b.line);
    const lines = examples.map(({ file, line, column, message }) =>
      [`${file}:${line}`, ...(column === null ? [] : [column]), message].join(': '),
    );
    const frequent = causes.filter(({ count, first }) => count > first.length);
    const counted = frequent.map(({ count, first: [problem] }) => {
      const { file = '', column = null, message = '' } = problem ?? {};
      const what = [file, ...(column === null ? [] : [column]), generalised(message)].join(': ');
      return `${count.toLocaleString('en')} times: ${what}`;
    });
    const more = this.#count - causes.reduce((sum, { count }) => sum + count, 0);
    return [...lines, ...counted, ...(more > 0 ? [`… and ${more.toLocaleString('en')} more.`] : [])].join('\n');
  }
}

/** Returns what problems of one cause have in common: not the value that is wrong. */
const causeOf = ({ file, column, message }: Problem) => `${file}\n${column}\n${generalised(message)}`;

const generalised = (message: string) => message.replace(/"[^"]*"/g, '"…"').replace(/\bline \d+/g, 'line …');
