/** Where an import tells how far it is. */
export interface Output {
  write: (text: string) => void;
  /** Whether a line can be written over. */
  isTTY: boolean;
  /** Milliseconds of a clock that only goes forward. */
  now: () => number;
}

const barWidth = 24;
const refreshMs = 100;

/** Shows a bar on a terminal, and a line a step elsewhere. */
export class Progress {
  readonly #output: Output;
  readonly #startedAt: number;
  #rows = 0;
  #shownAt = Number.NEGATIVE_INFINITY;

  constructor(output: Output) {
    this.#output = output;
    this.#startedAt = output.now();
  }

  /** All rows that were read so far. */
  get rows(): number {
    return this.#rows;
  }

  get seconds(): number {
    return (this.#output.now() - this.#startedAt) / 1000;
  }

  /** A step of which nobody can say how far it is. */
  begin(step: string): void {
    this.#finish(`${step} …`);
  }

  /** A file that is read from here on. */
  file(name: string, size: number): { bytes: (count: number) => void; row: () => void; end: () => void } {
    let [bytes, rows] = [0, 0];
    const show = () => {
      const share = size === 0 ? 1 : Math.min(1, bytes / size);
      return `${name}  ${bar(share)} ${String(Math.floor(share * 100)).padStart(3)} %  ${rows.toLocaleString('en')} rows`;
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
