import type { PaysafeSettings } from './settings.ts';

/** One call of the provider's API. */
export interface WireCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With its query; never holds a token. */
  path: string;
  body?: Record<string, unknown>;
  /** Less than the settings' deadline, where that is too long to wait. */
  deadlineMs?: number;
}

/** What came of a call, as far as HTTP goes. */
export type WireAnswer =
  | { kind: 'answered'; status: number; body: unknown }
  /** Nobody was there to take the request. */
  | { kind: 'unsent'; reason: string }
  /** Nobody knows whether the provider did it. */
  | { kind: 'lost'; reason: string };

/** Makes a call with the server's key. Never throws: what went wrong is an answer, and names no secret. */
export async function callPaysafe(settings: PaysafeSettings, call: WireCall): Promise<WireAnswer> {
  const deadlineMs = Math.min(call.deadlineMs ?? settings.deadlineMs, settings.deadlineMs);
  try {
    const response = await fetch(settings.apiBaseUrl + call.path, {
      method: call.method,
      headers: {
        authorization: `Basic ${basic(settings.serverKey, settings.serverSecret)}`,
        accept: 'application/json',
        ...(call.body ? { 'content-type': 'application/json; charset=utf-8' } : {}),
      },
      ...(call.body ? { body: JSON.stringify(call.body) } : {}),
      redirect: 'error',
      // Covers the body as well: a provider that stops in the middle of its answer has not answered.
      signal: AbortSignal.timeout(deadlineMs),
    });
    return read(response.status, await response.text());
  } catch (error) {
    return failed(error);
  }
}

/** Of a key and its secret, as HTTP Basic and the provider's scripts take it. */
export function basic(key: string, secret: string): string {
  return Buffer.from(`${key}:${secret}`).toString('base64');
}

function read(status: number, text: string): WireAnswer {
  try {
    return { kind: 'answered', status, body: text === '' ? {} : JSON.parse(text) };
  } catch {
    // The parser's own error repeats the text, so it stays here.
    return { kind: 'lost', reason: `HTTP ${status} without readable JSON` };
  }
}

/** Before a connection stands, nothing was sent. */
const neverConnected: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']);

function failed(error: unknown): WireAnswer {
  if (error instanceof Error && error.name === 'TimeoutError') return { kind: 'lost', reason: 'no answer in time' };
  const code = codeOf(error);
  return neverConnected.has(code) ? { kind: 'unsent', reason: code } : { kind: 'lost', reason: code };
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  return typeof cause?.code === 'string' ? cause.code : 'connection failed';
}
