import { checkRenewalToken } from '@quayside/contract/identity/registration.ts';
import { hasCode } from '../../lib/calls/api-error.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { queryClient } from '../../lib/queries/query-client.ts';

/** Tells if a code may open a registration: every code except those that the marina does not know. */
export async function opensRegistration(renewalToken: string): Promise<boolean> {
  try {
    await queryClient.fetchQuery(callQuery(checkRenewalToken, { query: { renewalToken } }));
    return true;
  } catch (error) {
    return !hasCode(error, 'CODE_NOT_FOUND') && !hasCode(error, 'INVALID_REQUEST');
  }
}
