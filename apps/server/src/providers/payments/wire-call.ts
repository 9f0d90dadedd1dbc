import { inSpan, outgoingSpan } from '../../lib/telemetry/spans.ts';

/** The result of a call, as far as HTTP goes. */
export type WireAnswer =
  | { kind: 'answered'; status: number; body: unknown }
  /** Nobody was there to take the request. */
  | { kind: 'unsent'; reason: string }
  /** It is unknown if the provider did it. */
  | { kind: 'lost'; reason: string };

export interface WireRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers: Record<string, string>;
  body?: string;
  deadlineMs: number;
  /** Reads the answer, which is never empty. It may throw. Default: reads JSON. */
  readBody?: (text: string) => unknown;
}

/**
 * Makes a call of a provider's API. Never throws: a failure is an answer, and names no secret. It asks for JSON, unless
 * the headers say another format (`accept`).
 */
export function callWire(url: string, request: WireRequest): Promise<WireAnswer> {
  return inSpan(
    () => outgoingSpan(request.method, url),
    async (span) => {
      const answer = await send(url, request);
      if (answer.kind === 'answered') span?.add({ 'http.response.status_code': answer.status });
      else span?.add({ 'error.type': answer.kind });
      return answer;
    },
  );
}

/**
 * Tells if a status is a failure that may pass. DANGER: it is no refusal. The provider may have done what we asked, and
 * calls that move money answer "unknown".
 */
export const isTransient = (status: number): boolean => status >= 500 || status === 408 || status === 429;

/** Returns the deadline of a call that is one of several. @param until their common end, of the monotonic clock */
export const leftOf = (until: number): number => Math.max(1, Math.round(until - performance.now()));

async function send(url: string, request: WireRequest): Promise<WireAnswer> {
  const { method, headers, body, deadlineMs, readBody = JSON.parse } = request;
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'error',
      // Covers the body as well: a provider that stops in the middle of its answer has not answered.
      signal: AbortSignal.timeout(deadlineMs),
    });
    return read(response.status, await response.text(), readBody);
  } catch (error) {
    return failed(error);
  }
}

function read(status: number, text: string, readBody: (text: string) => unknown): WireAnswer {
  try {
    return { kind: 'answered', status, body: text === '' ? {} : readBody(text) };
  } catch {
    // The parser's own error repeats the text, so it is not passed on.
    return { kind: 'lost', reason: `HTTP ${status} with an answer that can't be read` };
  }
}

/**
 * The errors before a connection is open, so that nothing was sent: no address, no route, nobody listens, no answer to
 * the handshake, or a certificate that we don't trust. DANGER: other errors of TLS can come after the request.
 */
const neverConnected: ReadonlySet<string> = new Set(
  (
    'ENOTFOUND EAI_AGAIN ENETUNREACH EHOSTUNREACH ECONNREFUSED UND_ERR_CONNECT_TIMEOUT ' +
    'CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REVOKED CERT_UNTRUSTED ERR_TLS_CERT_ALTNAME_INVALID ' +
    'DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE ' +
    'UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY'
  ).split(' '),
);

function failed(error: unknown): WireAnswer {
  if (error instanceof Error && error.name === 'TimeoutError') return { kind: 'lost', reason: 'no answer in time' };
  const code = codeOf(error);
  return neverConnected.has(code) ? { kind: 'unsent', reason: code } : { kind: 'lost', reason: code };
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  return typeof cause?.code === 'string' ? cause.code : 'connection failed';
}
