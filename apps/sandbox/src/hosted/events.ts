import { setTimeout as sleep } from 'node:timers/promises';
import { takeFaultsByKind } from '../faults.ts';
import type { Sandbox } from '../sandbox.ts';

/** The faults of an event on its way to a merchant. */
export const eventFaultKinds = ['delay', 'drop-before', 'duplicate', 'wrong-signature'] as const;

/** An event that a provider sends to a merchant. */
export interface OutgoingEvent {
  /** The name of the event in the fault switches. */
  readonly operation: string;
  readonly accountId: string;
  /** Null: the merchant wants no events. */
  readonly url: string | null;
  /**
   * Returns the exact bytes that are sent, and the headers. One of the two has the signature, a wrong one if the event
   * must look forged. The type is JSON, unless a `content-type` says another one.
   */
  write(isForged: boolean): { readonly body: string; readonly headers: Record<string, string> };
}

/**
 * If the merchant does not answer, or answers 500 or above, the event is sent again after these pauses, and then
 * never again (sandbox convention).
 */
const pausesMs = [1_000, 5_000, 30_000];

/** Sends an event after its cause was answered. Nobody waits for it. */
export function sendEvent({ database }: Sandbox, event: OutgoingEvent): void {
  const { url, operation, accountId } = event;
  const faults = takeFaultsByKind(database, [operation], [accountId]);
  if (url === null || faults.has('drop-before')) return;
  const written = event.write(faults.has('wrong-signature'));
  const times = faults.has('duplicate') ? 2 : 1;
  const waitMs = faults.get('delay')?.ms ?? 0;
  for (let time = 0; time < times; time += 1) void deliver(url, { ...written, waitMs });
}

async function deliver(
  url: string,
  { headers, body, waitMs }: { headers: Record<string, string>; body: string; waitMs: number },
): Promise<void> {
  for (const pauseMs of [waitMs, ...pausesMs]) {
    await sleep(pauseMs, undefined, { ref: false });
    const status = await post(url, headers, body);
    // A refusal is final. Only a failure or no answer leads to another try.
    if (status !== null && status < 500) return;
  }
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}
