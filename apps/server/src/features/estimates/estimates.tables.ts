import { sql } from 'kysely';
import { type DeclaredTable, ofAccount, whyProof, ofAccountThrough } from '../../db/declared-table.ts';

const ofEstimates = ofAccountThrough('estimate_id', 'estimates');
const why = 'an estimate that was answered stays with its signature';

export const estimateTables: readonly DeclaredTable[] = [
  {
    name: 'estimates',
    kept: 'books',
    exported: true,
    person: {
      whose: ofAccount,
      erasure: 'goes',
      goes: (person) => sql`${ofAccount(person)} and not exists (
        select from estimate_answers e where e.tenant_id = t.tenant_id and e.estimate_id = t.id)`,
      why,
    },
  },
  {
    name: 'estimate_lines',
    kept: 'books',
    exported: true,
    person: {
      whose: ofEstimates,
      erasure: 'goes',
      goes: (person) => sql`${ofEstimates(person)} and not exists (
        select from estimate_answers e where e.tenant_id = t.tenant_id and e.estimate_id = t.estimate_id)`,
      why,
    },
  },
  {
    name: 'estimate_answers',
    kept: 'books',
    exported: true,
    person: { whose: ofEstimates, erasure: 'stays', why: whyProof },
  },
];
