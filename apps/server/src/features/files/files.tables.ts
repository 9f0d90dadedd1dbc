import { sql } from 'kysely';
import { type DeclaredTable, ofAccount } from '../../db/declared-table.ts';
import { eraseFiles } from './files.service.ts';

export const fileTables: readonly DeclaredTable[] = [
  {
    name: 'files',
    kept: { sweptBy: 'sweep-uploads' },
    exported: true,
    // The database gives each new row a place of its own.
    without: ['place'],
    person: {
      whose: ofAccount,
      erasure: 'goes',
      goes: (person) => sql`${ofAccount(person)}
        and not exists (select from agreement_files f where f.tenant_id = t.tenant_id and f.file_id = t.id)
        and not exists (select from invoice_papers p where p.tenant_id = t.tenant_id and p.file_id = t.id)`,
      erase: eraseFiles,
      why: 'invoices and the papers of signed agreements stay',
    },
  },
  { name: 'file_uploads', kept: { sweptBy: 'sweep-uploads' }, leftBehind: 'files that are on their way', person: null },
];
