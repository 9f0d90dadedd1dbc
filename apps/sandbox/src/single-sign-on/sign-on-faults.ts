import { answerFaultKinds } from '../lost-answers.ts';
import { type FaultKind, type FaultsOfRequest, takeFaultsByKind } from '../faults.ts';
import type { Sandbox } from '../sandbox.ts';

declare module '../faults.ts' {
  interface OwnFaultKinds {
    'access-denied': true;
    'empty-subject': true;
    'issued-later': true;
    'wrong-audience': true;
    'wrong-issuer': true;
    'wrong-nonce': true;
    'wrong-party': true;
  }
}

/** The operations with their faults: `sso` means every request, each other name one address. */
export const signOnOperations: Readonly<Record<string, readonly FaultKind[]>> = {
  sso: answerFaultKinds,
  'sso.discovery': answerFaultKinds,
  'sso.jwks': answerFaultKinds,
  'sso.authorization': answerFaultKinds,
  'sso.sign-in': [...answerFaultKinds, 'access-denied'],
  'sso.resume': answerFaultKinds,
  'sso.token': [
    ...answerFaultKinds,
    ...(['empty-subject', 'issued-later', 'wrong-audience', 'wrong-issuer', 'wrong-nonce'] as const),
    ...(['wrong-party', 'wrong-signature'] as const),
  ],
  'sso.userinfo': answerFaultKinds,
};

/** Takes the faults of one request. `clientId` is undefined if the client is not known. */
export function takeSignOnFaults(
  { database }: Sandbox,
  provider: string,
  operation: string,
  clientId: string | undefined,
): FaultsOfRequest {
  const scopes = clientId === undefined ? [provider] : [provider, clientId];
  return takeFaultsByKind(database, ['sso', operation], scopes);
}
