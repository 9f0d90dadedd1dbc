import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultsOfRequest } from './faults.ts';

/** The faults of answers by single sign-on and by the partner's apps. */
export const answerFaultKinds = ['delay-answer', 'drop-after-commit', 'status-after-commit'] as const;

/** The outcome of an answer that is ready: it is sent, it is lost, or a status is sent in its place. */
export type AnswerOutcome = { readonly kind: 'sent' | 'lost' } | { readonly kind: 'replaced'; readonly status: number };

/** Waits as long as the faults say, then returns the outcome of the answer. */
export async function outcomeUnderFaults(faults: FaultsOfRequest): Promise<AnswerOutcome> {
  const delay = faults.get('delay-answer');
  if (delay !== undefined) await sleep(delay.ms);
  if (faults.has('drop-after-commit')) return { kind: 'lost' };
  const status = faults.get('status-after-commit')?.status;
  return status === undefined ? { kind: 'sent' } : { kind: 'replaced', status };
}

/** The body of an answer that a fault replaced. */
export const outOfService = { error: 'temporarily_unavailable', error_description: 'Out of service (sandbox fault)' };
