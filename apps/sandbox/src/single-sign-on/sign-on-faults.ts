import { answerFaultKinds, type FaultsOfRequest } from '../answer-faults.ts';
import { type FaultKind, takeFaults } from '../faults.ts';
import type { Sandbox } from '../sandbox.ts';

/** What faults can befall, and which kinds: `sso` is every request, the others are one address each. */
export const signOnOperations: Readonly<Record<string, readonly FaultKind[]>> = {
  sso: answerFaultKinds,
  'sso.discovery': answerFaultKinds,
  'sso.jwks': answerFaultKinds,
  'sso.authorization': answerFaultKinds,
  'sso.sign-in': [...answerFaultKinds, 'access-denied'],
  'sso.resume': answerFaultKinds,
  'sso.token': [...answerFaultKinds, 'wrong-signature', 'wrong-nonce', 'wrong-issuer', 'wrong-audience'],
  'sso.userinfo': answerFaultKinds,
};

/** The faults that befall one request of `clientId`, where it is known whose request it is. */
export function takeSignOnFaults(
  { database }: Sandbox,
  provider: string,
  operation: string,
  clientId: string | undefined,
): FaultsOfRequest {
  const scopes = clientId === undefined ? [provider] : [provider, clientId];
  const faults = ['sso', operation].flatMap((name) => takeFaults(database, name, scopes));
  return new Map(faults.map((fault) => [fault.kind, fault]));
}
