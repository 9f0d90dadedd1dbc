import { setTimeout as sleep } from 'node:timers/promises';
import { takeFaultsByKind } from '../faults.ts';
import type { Sandbox } from '../sandbox.ts';

/** What can befall an event on its way to a merchant. */
export const eventFaultKinds = ['delay', 'drop-before', 'duplicate', 'wrong-signature'] as const;

/** Something that a provider tells a merchant by itself. */
export interface OutgoingEvent {
  /** By which faults mean it. */
  readonly operation: string;
  readonly accountId: string;
  /** Null: the merchant wants to be told nothing. */
  readonly url: string | null;
  /** As it goes out, byte for byte. */
  readonly body: string;
  /** The headers that prove where it comes from; wrong ones where it is to look forged. */
  sign(body: string, isForged: boolean): Record<string, string>;
}

/** A merchant who does not answer 2xx is told again after these pauses; then never again (sandbox convention). */
const pausesMs = [1_000, 5_000, 30_000];

/** Tells a merchant, after what caused it has been answered. Nobody waits for it. */
export function sendEvent({ database }: Sandbox, event: OutgoingEvent): void {
  const { url, operation, accountId } = event;
  const faults = takeFaultsByKind(database, [operation], [accountId]);
  if (url === null || faults.has('drop-before')) return;
  const headers = event.sign(event.body, faults.has('wrong-signature'));
  const times = faults.has('duplicate') ? 2 : 1;
  const waitMs = faults.get('delay')?.ms ?? 0;
  for (let time = 0; time < times; time += 1) void deliver(url, { headers, body: event.body, waitMs });
}

async function deliver(
  url: string,
  { headers, body, waitMs }: { headers: Record<string, string>; body: string; waitMs: number },
): Promise<void> {
  for (const pauseMs of [waitMs, ...pausesMs]) {
    await sleep(pauseMs, undefined, { ref: false });
    const status = await post(url, headers, body);
    // Refused is refused: only who was not there, or broke, is told again.
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
