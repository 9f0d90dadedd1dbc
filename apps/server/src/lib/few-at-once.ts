/**
 * Runs a few works at the same time. The others wait. Their senders take turns, so a sender with one work waits for
 * one work of each other sender, however many those have sent.
 */
export class FewAtOnce {
  #free: number;
  /** The works that wait, by sender. The sender whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** @param most how many run at the same time */
  constructor(most: number) {
    this.#free = most;
  }

  async run<T>(sender: string, work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((begin) => this.#wait(sender, begin));
    try {
      return await work();
    } finally {
      const begin = this.#next();
      if (begin) begin();
      else this.#free += 1;
    }
  }

  #wait(sender: string, begin: () => void): void {
    const own = this.#waiting.get(sender);
    if (own) own.push(begin);
    else this.#waiting.set(sender, [begin]);
  }

  #next(): (() => void) | undefined {
    const [turn] = this.#waiting;
    if (!turn) return undefined;
    const [sender, own] = turn;
    const begin = own.shift();
    this.#waiting.delete(sender);
    if (own.length > 0) this.#waiting.set(sender, own);
    return begin;
  }
}
