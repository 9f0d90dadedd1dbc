import { apiBase } from '@quayside/contract/shared/call.ts';
import { signIn } from '@quayside/contract/identity/identity.ts';
import { listOutstandingOrders } from '@quayside/contract/orders/orders.ts';
import type { Request } from 'autocannon';
import { saltmarsh } from '../apps/server/src/demo/marinas.ts';
import { sessionCookie } from '../apps/server/src/http/origin/cookie-names.ts';
import { type BenchMarina, type BenchSession, password } from './marina.ts';

const json = { tenantkey: saltmarsh.key, 'content-type': 'application/json' };

/**
 * Returns a network for each customer, as in real use. Behind one shared address they would soon reach its rate
 * limits. The server is started so that it trusts the header.
 */
const networkOf = (index: number) => ({ 'x-forwarded-for': `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}` });

export const cookieOf = ({ token, accountId }: BenchSession) => ({
  tenantkey: saltmarsh.key,
  cookie: `${sessionCookie}=${token}`,
  ...networkOf(accountId),
});

/** Returns the list requests of all signed-in customers, in turn. */
export const listRequests = ({ sessions }: BenchMarina): Request[] =>
  sessions.map((session) => ({
    method: 'GET',
    path: apiBase + listOutstandingOrders.path.replace(':guid', session.guid),
    headers: cookieOf(session),
  }));

export const signInRequests = ({ logins }: BenchMarina): Request[] =>
  logins.map((userName, index) => ({
    method: 'POST',
    path: apiBase + signIn.path,
    headers: { ...json, ...networkOf(index) },
    body: JSON.stringify({ userName, password }),
  }));
