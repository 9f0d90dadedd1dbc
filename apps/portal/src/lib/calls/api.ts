import { apiBase, callPath } from '@quayside/contract/shared/call.ts';
import type { Call, CallAnswer, CallInput } from '@quayside/contract/shared/call.ts';
import type { ErrorAnswer } from '@quayside/contract/shared/common.ts';
import { isOffline } from '../browser/online.ts';
import { noteServerTime } from '../page-data/server-clock.ts';
import { anySignal } from './any-signal.ts';
import { ApiError } from './api-error.ts';
import { startDeadline } from './deadline.ts';

/** The values that every call sends (LANG-4). Set once when the portal starts. */
interface Caller {
  tenantKey: string | undefined;
  /** Base of the payment calls, with a slash at its end. */
  paymentApiUrl: string | undefined;
  /** The chosen language, else en-GB. */
  language: () => string;
}

export interface ApiOptions {
  signal?: AbortSignal | undefined;
  /** For calls that take a key. The same key and body get the same answer, so a repeat never charges twice. */
  idempotencyKey?: string;
  /** The version that the change is based on. The server changes nothing if its version differs. */
  ifVersion?: string;
}

/** The calls that the specification puts on the tenant's payment URL (decision P7.1). */
const paymentCalls = new Set([
  'listPaymentProviderMetadata',
  'getPayment',
  'cancelPayment',
  'validateAccount',
  'startPagePayment',
]);

/** In ms. Longer than the server waits for a payment provider (45 s by default). */
const deadlineMs = 60_000;

let caller: Caller = { tenantKey: undefined, paymentApiUrl: undefined, language: () => 'en-GB' };
let onRefusal: (error: ApiError) => void = () => undefined;

/** Sets the values that all later calls send. */
export function configureApi(next: Caller): void {
  caller = next;
}

type Answerer = (call: Call, input: object) => never;
let answerer: Answerer | undefined;

/** Sets what happens to calls on the server, which has no network here: its drawing has all answers, or a refusal. */
export function answerOnServer(next: Answerer): void {
  answerer = next;
}

/** Registers the listener that gets every 401 and 403 of any call. */
export function watchRefusals(listener: (error: ApiError) => void): void {
  onRefusal = listener;
}

/**
 * Makes a call of the contract and returns its JSON.
 * @throws {ApiError} if the server answers an error or can't be reached; a `DOMException` when aborted
 */
export async function api<C extends Call>(
  call: C,
  input: CallInput<C>,
  options: ApiOptions = {},
): Promise<CallAnswer<C>> {
  if (import.meta.env.SSR) answerer?.(call, input);
  const { params, query, body } = input as { params?: Values; query?: Values; body?: unknown };
  return withDeadline(options.signal, async (signal) => {
    const response = await fetch(callUrl(call, { params, query }), {
      method: call.method,
      credentials: 'include',
      headers: headersOf(body, options),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
    });
    noteServerTime(Date.parse(response.headers.get('date') ?? ''));
    if (!response.ok) throw refusal(response.status, await response.json().catch(() => undefined));
    return (await response.json()) as CallAnswer<C>;
  });
}

type Values = Record<string, string | number | boolean | undefined>;

/** Returns the address of a call, for links and windows that the browser opens itself. */
export function callUrl(call: Call, input: { params?: Values | undefined; query?: Values | undefined }): string {
  const base = (paymentCalls.has(call.name) && caller.paymentApiUrl) || apiBase;
  return base + callPath(call, input);
}

/** Returns the headers that identify the caller in every call (LANG-4). */
export function callerHeaders(): Record<string, string> {
  return {
    Accept: 'application/json',
    'Accept-Language': caller.language(),
    ...(caller.tenantKey ? { tenantKey: caller.tenantKey } : {}),
  };
}

function headersOf(body: unknown, options: ApiOptions): Record<string, string> {
  return {
    ...callerHeaders(),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(options.ifVersion ? { 'If-Match': `"${options.ifVersion}"` } : {}),
    ...(options.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {}),
  };
}

/**
 * Turns every failure without an answer into the same ApiError, a timeout too. Only an abort by the caller stays as
 * it is.
 */
async function withDeadline<T>(
  callerSignal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const wasOffline = isOffline();
  const deadline = new AbortController();
  const stop = startDeadline(deadlineMs, () => deadline.abort(new DOMException('No answer', 'TimeoutError')));
  try {
    return await work(callerSignal ? anySignal(callerSignal, deadline.signal) : deadline.signal);
  } catch (error) {
    if (error instanceof ApiError || callerSignal?.aborted) throw error;
    throw new ApiError(0, undefined, { cause: error, wasOffline });
  } finally {
    stop();
  }
}

/** Returns the error of a refused call. @param answer its JSON, if it had any */
export function refusal(status: number, answer: unknown): ApiError {
  const body = answer as ErrorAnswer | undefined;
  const error = new ApiError(status, body?.responseStatus ? body : undefined);
  if (error.status === 401 || error.status === 403) onRefusal(error);
  return error;
}
