/** The place where an import shows its progress. */
export interface Output {
  write: (text: string) => void;
  /** True if a line can be overwritten. */
  isTTY: boolean;
  /** Returns the milliseconds of a clock that only goes forward. */
  now: () => number;
}

const barWidth = 24;
const refreshMs = 100;

/** Shows a bar on a terminal; elsewhere one line for each step. */
export class Progress {
  readonly #output: Output;
  readonly #startedAt: number;
  #rows = 0;
  #shownAt = Number.NEGATIVE_INFINITY;

  constructor(output: Output) {
    this.#output = output;
    this.#startedAt = output.now();
  }

  /** The number of rows read so far. */
  get rows(): number {
    return this.#rows;
  }

  get seconds(): number {
    return (this.#output.now() - this.#startedAt) / 1000;
  }

  /** Begins a step whose progress can't be measured. */
  begin(step: string): void {
    this.#finish(`${step} …`);
  }

  /** Begins a file. */
  file(name: string, size: number): { bytes: (count: number) => void; row: () => void; end: () => void } {
    let [bytes, rows] = [0, 0];
    const show = () => {
      const share = size === 0 ? 1 : Math.min(1, bytes / size);
      const percent = String(Math.floor(share * 100)).padStart(3);
      return `${name}  ${bar(share)} ${percent} %  ${rows.toLocaleString('en')} rows`;
    };
    return {
      bytes: (count) => {
        bytes += count;
        this.#show(show);
      },
      row: () => {
        rows += 1;
        this.#rows += 1;
        this.#show(show);
      },
      end: () => this.#finish(`${name}: ${rows.toLocaleString('en')} rows read`),
    };
  }

  #show(text: () => string): void {
    const now = this.#output.now();
    if (!this.#output.isTTY || now - this.#shownAt < refreshMs) return;
    this.#shownAt = now;
    this.#output.write(`\r\u001B[K${text()}`);
  }

  #finish(text: string): void {
    this.#output.write(this.#output.isTTY ? `\r\u001B[K${text}\n` : `${text}\n`);
  }
}

function bar(share: number): string {
  const full = Math.round(share * barWidth);
  return '█'.repeat(full) + '░'.repeat(barWidth - full);
}
