/** Facts about a span. DANGER: never a person's data, a secret, a value of a statement or an address with its query. */
type Facts = Readonly<Record<string, string | number>>;

export interface NewSpan {
  /** Few names exist, because tools group by them: a pattern, never an address with values. */
  name: string;
  /** `server` answers a request, `client` asks something outside, `consumer` runs a job. */
  kind: 'server' | 'client' | 'consumer';
  facts?: Facts;
  /** The span of a caller outside, as its `traceparent` header names it. It counts only if there is no span yet. */
  traceparent?: string | undefined;
}

/** A step of work that takes time. */
export interface Span {
  add: (facts: Facts) => void;
  /** Runs work as a part of this span, with everything that the work starts. */
  within: <Result>(work: () => Result) => Result;
  /** @param fault the kind of the failure; undefined: it went well */
  end: (fault?: string) => void;
}

/** Receives the spans of this process. */
export interface Tracing {
  /** Opens a span as a part of the current one. Without a current one it begins a trace. */
  open: (span: NewSpan) => Span;
  /** True if the code runs within a span. */
  isWithin: () => boolean;
}

// One for the process: a span belongs to whatever runs now, which no parameter carries through libraries.
let tracing: Tracing | undefined;

/** Sends the spans of this process there from now on; undefined: nowhere, which costs nothing. */
export function traceTo(given: Tracing | undefined): void {
  tracing = given;
}

/** Opens a span; undefined if nobody traces. Whoever opens it ends it. */
export const openSpan = (span: () => NewSpan): Span | undefined => tracing?.open(span());

/** Opens a span only as a part of another one, for steps that also run by themselves, such as polling. */
export const openInnerSpan = (span: () => NewSpan): Span | undefined =>
  tracing?.isWithin() ? tracing.open(span()) : undefined;

/**
 * Runs work in a span of its own.
 * @param work is given the span; undefined if nobody traces
 */
export async function inSpan<Result>(span: () => NewSpan, work: (span?: Span) => Promise<Result>): Promise<Result> {
  const opened = openSpan(span);
  if (!opened) return work();
  try {
    const result = await opened.within(() => work(opened));
    opened.end();
    return result;
  } catch (error) {
    opened.end(faultOf(error));
    throw error;
  }
}

/** Returns a failure's kind without its message, which may repeat a person's data. */
export function faultOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'Error';
}

/** Returns the span of a request to a server outside. It contains only host and port of the address. */
export function outgoingSpan(method: string, address: string | URL): NewSpan {
  const { hostname, port, protocol } = new URL(address);
  const facts = {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
  };
  return { name: `${method} ${hostname}`, kind: 'client', facts };
}
