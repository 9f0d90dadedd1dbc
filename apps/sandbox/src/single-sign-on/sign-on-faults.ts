import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, type FaultKind, takeFaults } from '../faults.ts';
import type { Sandbox } from '../sandbox.ts';

const common = ['delay-answer', 'drop-after-commit', 'status-after-commit'] as const;

/** What faults can befall, and which kinds: `sso` is every request, the others are one address each. */
export const signOnOperations: Readonly<Record<string, readonly FaultKind[]>> = {
  sso: common,
  'sso.discovery': common,
  'sso.jwks': common,
  'sso.authorization': common,
  'sso.sign-in': [...common, 'access-denied'],
  'sso.resume': common,
  'sso.token': [...common, 'wrong-signature', 'wrong-nonce', 'wrong-issuer', 'wrong-audience'],
  'sso.userinfo': common,
};

export type SignOnFaults = ReadonlyMap<FaultKind, Fault>;

/** The faults that befall one request of `clientId`, where it is known whose request it is. */
export function takeSignOnFaults(
  { database }: Sandbox,
  provider: string,
  operation: string,
  clientId: string | undefined,
): SignOnFaults {
  const scopes = clientId === undefined ? [provider] : [provider, clientId];
  const faults = ['sso', operation].flatMap((name) => takeFaults(database, name, scopes));
  return new Map(faults.map((fault) => [fault.kind, fault]));
}

/** What becomes of an answer that is ready: it goes out, is lost, or a status goes out in its place. */
export type Fate = { readonly kind: 'sent' | 'lost' } | { readonly kind: 'replaced'; readonly status: number };

/** Waits as long as the faults say, then tells what becomes of the answer. */
export async function decideFate(faults: SignOnFaults): Promise<Fate> {
  const delay = faults.get('delay-answer');
  if (delay !== undefined) await sleep(delay.ms);
  if (faults.has('drop-after-commit')) return { kind: 'lost' };
  const status = faults.get('status-after-commit')?.status;
  return status === undefined ? { kind: 'sent' } : { kind: 'replaced', status };
}

/** The body of an answer that a fault replaced. */
export const outOfService = { error: 'temporarily_unavailable', error_description: 'Out of service (sandbox fault)' };
