/** The names and values of a series' labels, such as `{ task: 'send-mail' }`. */
type Labels = Readonly<Record<string, string>>;

interface Family {
  type: 'counter' | 'gauge';
  help: string;
  /** The lines' values by their names and labels, in the order in which they came. */
  values: Map<string, number>;
}

interface Histogram {
  help: string;
  /** The number of durations in each bucket alone: one for each bound, and one for all above. */
  counts: number[];
  sum: number;
}

/** The upper bounds of a duration's buckets, in seconds. */
const bounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Collects figures of this copy, and writes them in Prometheus's text format, version 0.0.4. */
export class Metrics {
  readonly #families = new Map<string, Family>();
  readonly #histograms = new Map<string, Histogram>();

  /** Adds to a counter. Its name ends with `_total`. */
  add(name: string, help: string, labels: Labels = {}, amount = 1): void {
    const { values } = this.#family(name, 'counter', help);
    const line = nameWith(name, labels);
    values.set(line, (values.get(line) ?? 0) + amount);
  }

  /**
   * Returns a function that adds one to a counter, for those that every request and every statement counts: it makes
   * no text. The counter is written from its first count on.
   */
  counter(name: string, help: string, labels: Labels): () => void {
    const line = nameWith(name, labels);
    return () => {
      const { values } = this.#family(name, 'counter', help);
      values.set(line, (values.get(line) ?? 0) + 1);
    };
  }

  /** Sets a gauge. */
  set(name: string, help: string, value: number, labels: Labels = {}): void {
    this.#family(name, 'gauge', help).values.set(nameWith(name, labels), value);
  }

  /** Removes a gauge with all of its labels, before the labels of now are set. */
  forget(name: string): void {
    this.#families.delete(name);
  }

  /** Adds a duration to a histogram. Its name ends with `_seconds`. Every request does, so no text is made here. */
  observe(name: string, help: string, seconds: number): void {
    let histogram = this.#histograms.get(name);
    if (!histogram) {
      histogram = { help, counts: Array.from({ length: bounds.length + 1 }, () => 0), sum: 0 };
      this.#histograms.set(name, histogram);
    }
    const bucket = bounds.findIndex((bound) => seconds <= bound);
    const place = bucket < 0 ? bounds.length : bucket;
    histogram.counts[place] = (histogram.counts[place] ?? 0) + 1;
    histogram.sum += seconds;
  }

  /** Returns all figures as Prometheus reads them. */
  write(): string {
    const families = [...this.#families].map(([name, { type, help, values }]) =>
      [...headOf(name, type, help), ...[...values].map((line) => line.join(' '))].join('\n'),
    );
    const histograms = [...this.#histograms].map(([name, histogram]) => linesOf(name, histogram).join('\n'));
    return `${[...families, ...histograms].join('\n')}\n`;
  }

  #family(name: string, type: Family['type'], help: string): Family {
    const known = this.#families.get(name);
    if (known) return known;
    const family: Family = { type, help, values: new Map() };
    this.#families.set(name, family);
    return family;
  }
}

/** The content type of the text format. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

const headOf = (name: string, type: string, help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

/** Returns the lines of a histogram. Each bucket counts the durations of all smaller ones too. */
function linesOf(name: string, { help, counts, sum }: Histogram): string[] {
  let count = 0;
  const buckets = counts.map((own, place) => {
    count += own;
    return `${nameWith(`${name}_bucket`, { le: String(bounds[place] ?? '+Inf') })} ${count}`;
  });
  return [...headOf(name, 'histogram', help), ...buckets, `${name}_sum ${sum}`, `${name}_count ${count}`];
}

function nameWith(name: string, labels: Labels): string {
  let pairs = '';
  for (const label in labels) pairs += `${pairs === '' ? '' : ','}${label}="${escapeLabel(labels[label] ?? '')}"`;
  return pairs === '' ? name : `${name}{${pairs}}`;
}

const special = /[\\"\n]/;

const escapeLabel = (value: string) =>
  special.test(value) ? value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n') : value;
