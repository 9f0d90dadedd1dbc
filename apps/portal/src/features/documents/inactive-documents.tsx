import type { DocumentType } from '@quayside/contract/documents/documents.ts';
import type { ReactNode } from 'react';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useSite } from '../../lib/account/account.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { DataTable, type NamedColumn } from '../../ui/table/data-table.tsx';
import styles from './documents.module.css';

interface Props {
  /** The types that need attention. */
  types: readonly DocumentType[];
  /** The upload button, at the row's end. */
  action?: (type: DocumentType) => ReactNode;
}

/** The documents that are missing, have expired or were rejected. Hidden if there is none. */
export function InactiveDocuments({ types, action }: Props) {
  const { t } = useTranslation();
  const columns = useColumns();
  if (types.length === 0) return null;
  return (
    <section className={styles.section}>
      <header>
        <h3>{t('documents.inactiveTitle')}</h3>
        <p>{t('documents.inactiveNote')}</p>
      </header>
      <DataTable
        label={t('documents.inactiveTitle')}
        columns={columns}
        rows={types}
        keyOf={({ id, boat }) => `${id} ${boat?.id}`}
        action={action}
      />
    </section>
  );
}

function useColumns(): NamedColumn<DocumentType>[] {
  const { t } = useTranslation();
  const { date } = useFormat();
  const site = useSite();
  const none = t('documents.noDocument');
  const levels = { Account: t('documents.level.Account'), Boat: t('documents.level.Boat') };
  return [
    { title: t('documents.name'), cell: (type) => <DocumentName type={type} /> },
    { title: t('documents.type'), cell: ({ name }) => name, isName: true },
    { title: t('documents.attachmentLevel'), cell: ({ attachmentLevel }) => levels[attachmentLevel] },
    { title: t('documents.boatName'), cell: ({ boat }) => boat?.name ?? t('documents.notApplicable') },
    {
      title: t('documents.date'),
      cell: ({ createdOn }) => (createdOn ? date(createdOn, 'dd MMM yyyy', site?.timeZone) : '–'),
    },
    {
      title: t('documents.expiresOn'),
      cell: ({ expiresOn }) => (expiresOn === null ? none : date(expiresOn, 'dd MMM yyyy')),
    },
  ];
}

/** The name of the document on file. For one that the office has rejected also why. */
function DocumentName({ type: { accountDocumentName, review } }: { type: DocumentType }) {
  const { t } = useTranslation();
  if (review?.isAccepted !== false) return accountDocumentName ?? t('documents.noDocument');
  return (
    <>
      {review.documentName}
      <span className={styles.reason}>{t('documents.review.notAccepted', { reason: review.reason })}</span>
    </>
  );
}
