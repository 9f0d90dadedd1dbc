import { apiBase, callPath } from '@quayside/contract/call.ts';
import type { Call, CallAnswer, CallInput } from '@quayside/contract/call.ts';
import type { ErrorAnswer } from '@quayside/contract/common.ts';
import { ApiError } from './api-error.ts';

/** What every call carries (LANG-4), set once when the portal starts. */
interface Caller {
  tenantKey: string | undefined;
  /** Base of the payment calls, with a slash at its end. */
  paymentApiUrl: string | undefined;
  /** The chosen language, else en-GB. */
  language: () => string;
}

export interface ApiOptions {
  signal?: AbortSignal | undefined;
  /** For calls that take one: the same key and body get the same answer, so a repeat charges nothing twice. */
  idempotencyKey?: string;
  /** The version that the change is meant for: of another one nothing is changed. */
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

/** Longer than the server waits for a payment provider (45 s unless set otherwise). */
const deadlineMs = 60_000;

let caller: Caller = { tenantKey: undefined, paymentApiUrl: undefined, language: () => 'en-GB' };
let onRefusal: (error: ApiError) => void = () => undefined;

/** Says who calls from now on. */
export function configureApi(next: Caller): void {
  caller = next;
}

/** Is told of every 401 and 403, whoever made the call. */
export function watchRefusals(listener: (error: ApiError) => void): void {
  onRefusal = listener;
}

/**
 * Makes a call of the contract and answers its JSON.
 * @throws {ApiError} when the server answers an error, or can't be reached; a `DOMException` when aborted
 */
export async function api<C extends Call>(
  call: C,
  input: CallInput<C>,
  options: ApiOptions = {},
): Promise<CallAnswer<C>> {
  const { params, query, body } = input as { params?: Values; query?: Values; body?: unknown };
  return withDeadline(options.signal, async (signal) => {
    const response = await fetch(callUrl(call, { params, query }), {
      method: call.method,
      credentials: 'include',
      headers: headersOf(body, options),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
    });
    if (!response.ok) throw refusal(response.status, await response.json().catch(() => undefined));
    return (await response.json()) as CallAnswer<C>;
  });
}

type Values = Record<string, string | number | boolean | undefined>;

/** The address of a call, for links and windows that the browser opens by itself. */
export function callUrl(call: Call, input: { params?: Values | undefined; query?: Values | undefined }): string {
  const base = (paymentCalls.has(call.name) && caller.paymentApiUrl) || apiBase;
  return base + callPath(call, input);
}

/** What every call says of who makes it (LANG-4). */
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

/** Whatever keeps an answer from coming is the same to a caller who did not abort: nobody answered, in time or at all. */
async function withDeadline<T>(asked: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new DOMException('No answer in time', 'TimeoutError')), deadlineMs);
  try {
    return await work(asked ? AbortSignal.any([asked, deadline.signal]) : deadline.signal);
  } catch (error) {
    if (error instanceof ApiError || asked?.aborted) throw error;
    throw new ApiError(0, undefined, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** The error of an answer that is one. @param answer its JSON, where it was some */
export function refusal(status: number, answer: unknown): ApiError {
  const told = answer as ErrorAnswer | undefined;
  const error = new ApiError(status, told?.responseStatus ? told : undefined);
  if (error.status === 401 || error.status === 403) onRefusal(error);
  return error;
}
