import { sql } from 'kysely';
import {
  staysBecauseBooks,
  type DeclaredTable,
  type FindRows,
  ofAccount,
  ofAccountThrough,
} from '../../db/declared-table.ts';

const ofPayments = ofAccountThrough('payment_id', 'payments');
const ofEvents: FindRows = ({ accountId }) => sql`t.merchant_ref_number in (
  select p.merchant_ref_number from payments p
  where p.tenant_id = t.tenant_id and p.account_id = ${sql.lit(accountId)})`;

export const paymentTables: readonly DeclaredTable[] = [
  { name: 'payment_providers', kept: 'few', leftBehind: 'the settings of a provider are secret', person: null },
  { name: 'checked_providers', kept: 'few', leftBehind: 'belongs to the installation', person: null },
  {
    name: 'payments',
    kept: 'books',
    exported: true,
    without: ['idempotency_key', 'request_hash', 'order_key_hash', 'redirect_url'],
    person: { whose: ofAccount, ...staysBecauseBooks },
  },
  { name: 'payment_orders', kept: 'books', exported: true, person: { whose: ofPayments, ...staysBecauseBooks } },
  { name: 'payment_allocations', kept: 'books', exported: true, person: { whose: ofPayments, ...staysBecauseBooks } },
  { name: 'payment_refunds', kept: 'books', exported: true, person: { whose: ofPayments, ...staysBecauseBooks } },
  { name: 'payment_events', kept: 'books', exported: true, person: { whose: ofPayments, ...staysBecauseBooks } },
  { name: 'payment_alerts', kept: 'books', exported: true, person: { whose: ofPayments, ...staysBecauseBooks } },
  {
    name: 'provider_events',
    kept: { sweptBy: 'sweep-provider-events' },
    exported: true,
    person: {
      whose: ofEvents,
      erasure: 'goes',
      goes: (person) => sql`t.handled_at is not null and ${ofEvents(person)}`,
      why: 'the steps of the payments say the same',
    },
  },
];
