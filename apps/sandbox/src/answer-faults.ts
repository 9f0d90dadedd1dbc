import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultsOfRequest } from './faults.ts';

/** What can befall any answer of single sign-on and of the partner's apps. */
export const answerFaultKinds = ['delay-answer', 'drop-after-commit', 'status-after-commit'] as const;

/** What becomes of an answer that is ready: it goes out, is lost, or a status goes out in its place. */
export type Fate = { readonly kind: 'sent' | 'lost' } | { readonly kind: 'replaced'; readonly status: number };

/** Waits as long as the faults say, then tells what becomes of the answer. */
export async function decideFate(faults: FaultsOfRequest): Promise<Fate> {
  const delay = faults.get('delay-answer');
  if (delay !== undefined) await sleep(delay.ms);
  if (faults.has('drop-after-commit')) return { kind: 'lost' };
  const status = faults.get('status-after-commit')?.status;
  return status === undefined ? { kind: 'sent' } : { kind: 'replaced', status };
}

/** The body of an answer that a fault replaced. */
export const outOfService = { error: 'temporarily_unavailable', error_description: 'Out of service (sandbox fault)' };
