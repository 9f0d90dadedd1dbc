import { sql } from 'kysely';
import {
  anyText,
  type DeclaredTable,
  type FindRows,
  ofAccount,
  goesBecauseOpens,
  whyProof,
  ofAccountThrough,
} from '../../db/declared-table.ts';

const ofAgreements = ofAccountThrough('agreement_id', 'agreements');

/** Finds agreements that go: nobody signed them, and nothing that stays names them. */
const unsigned: FindRows = ({ accountId }) => sql`
  select a.id from agreements a
  where a.tenant_id = t.tenant_id and a.account_id = ${sql.lit(accountId)} and a.signed_at is null
    and not exists (select from orders o where o.tenant_id = a.tenant_id and o.agreement_id = a.id)
    and not exists (select from estimate_answers e where e.tenant_id = a.tenant_id and e.agreement_id = a.id)`;

export const agreementTables: readonly DeclaredTable[] = [
  {
    name: 'declarations',
    kept: 'books',
    exported: true,
    person: {
      whose: ({ accountId }) => sql`t.hash in (
        select a.declaration_hash from agreements a
        where a.tenant_id = t.tenant_id and a.account_id = ${sql.lit(accountId)})`,
      erasure: 'goes',
      goes: ({ textsOfGoing }) => sql`encode(t.hash, 'hex') = ${anyText(textsOfGoing)}
        and not exists (select from agreements a where a.tenant_id = t.tenant_id and a.declaration_hash = t.hash)
        and not exists (
          select from agreement_signatures s where s.tenant_id = t.tenant_id and s.declaration_hash = t.hash)`,
      why: 'the texts of signed agreements stay',
    },
  },
  {
    name: 'agreements',
    kept: 'books',
    exported: true,
    without: ['pay_link_guid'],
    renewed: { pay_link_guid: 'gen_random_uuid()' },
    person: {
      whose: ofAccount,
      erasure: 'goes',
      goes: (person) => sql`t.id in (${unsigned(person)})`,
      why: `signed ones stay: ${whyProof}`,
    },
  },
  {
    name: 'agreement_signatures',
    kept: 'books',
    exported: true,
    without: ['idempotency_key'],
    person: { whose: ofAgreements, erasure: 'stays', why: whyProof },
  },
  {
    name: 'agreement_files',
    kept: 'books',
    exported: true,
    person: {
      whose: ofAgreements,
      erasure: 'goes',
      goes: (person) => sql`t.agreement_id in (${unsigned(person)})`,
      why: 'the papers of signed agreements stay',
    },
  },
  {
    name: 'agreement_keys',
    kept: { sweptBy: 'sweep-agreement-keys' },
    leftBehind: 'a key opens an agreement',
    without: ['key_hash'],
    person: { whose: ofAgreements, ...goesBecauseOpens },
  },
  {
    name: 'agreement_email_codes',
    kept: { sweptBy: 'sweep-agreement-keys' },
    leftBehind: 'a code opens an agreement',
    without: ['code_hash'],
    person: { whose: ofAgreements, ...goesBecauseOpens },
  },
  { name: 'agreement_totals', kept: 'few', leftBehind: 'the database counts the agreements again', person: null },
];
