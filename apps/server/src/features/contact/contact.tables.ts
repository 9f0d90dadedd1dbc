import { type DeclaredTable, ofAccount, ofAccountThrough } from '../../db/declared-table.ts';

export const contactTables: readonly DeclaredTable[] = [
  {
    name: 'contact_messages',
    kept: { sweptBy: 'sweep-messages' },
    exported: true,
    person: { whose: ofAccount, erasure: 'goes', why: 'no law keeps them' },
  },
  {
    name: 'message_answers',
    kept: { sweptBy: 'sweep-messages' },
    exported: true,
    person: {
      whose: ofAccountThrough('contact_message_id', 'contact_messages'),
      erasure: 'goes',
      why: 'no law keeps them',
    },
  },
];
