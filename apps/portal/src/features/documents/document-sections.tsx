import { type AccountDocuments, byNeed, type DocumentType } from '@quayside/contract/documents.ts';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ReadOnlyNotice } from '../../ui/message/read-only-notice.tsx';
import { DocumentCard } from './document-card.tsx';
import styles from './document-card.module.css';
import { useDocuments } from './use-documents.ts';

/** All documents that the marina wants to see: the account's first, then each boat's, each sorted by need. */
export function DocumentSections() {
  const { t } = useTranslation();
  return (
    <Loaded query={useDocuments()} failed={t('documents.notLoaded')} skeleton={[36, 200, 200]}>
      {(documents) =>
        documents.hasAnyDocuments ? (
          <Sections documents={documents} />
        ) : (
          <Card>
            <EmptyState next={t('documents.next')}>{t('documents.none')}</EmptyState>
          </Card>
        )
      }
    </Loaded>
  );
}

function Sections({ documents }: { documents: AccountDocuments }) {
  const { t } = useTranslation();
  const ofAccount = documents.accountDocumentAssociation.documentTypes;
  return (
    <div className={styles.sections}>
      <ReadOnlyNotice />
      {ofAccount.length > 0 && <Section title={t('documents.ofAccount')} types={ofAccount} />}
      {documents.boatDocumentAssociations.map(({ object, documentTypes }) => (
        <Section key={object.id} title={object.name} types={documentTypes} />
      ))}
    </div>
  );
}

function Section({ title, types }: { title: string; types: readonly DocumentType[] }) {
  return (
    <Card title={title}>
      <ul className={styles.cards}>
        {byNeed(types).map((type) => (
          <DocumentCard key={type.id} type={type} />
        ))}
      </ul>
    </Card>
  );
}
