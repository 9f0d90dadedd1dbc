/** Runs a few works at the same time. The others wait, and begin in the order in which they came. */
export class FewAtOnce {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param most how many run at the same time */
  constructor(most: number) {
    this.#free = most;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((begin) => void this.#waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
