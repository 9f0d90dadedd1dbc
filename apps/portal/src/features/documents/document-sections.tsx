import { type AccountDocuments, byNeed, type DocumentType, groupsByNeed } from '@quayside/contract/documents.ts';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ReadOnlyNotice } from '../../ui/message/read-only-notice.tsx';
import { DocumentCard } from './document-card.tsx';
import styles from './document-card.module.css';
import { useDocuments } from './use-documents.ts';

/** All documents that the marina wants to see, of the account and each boat. What needs the customer comes first. */
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
  const ofBoats = documents.boatDocumentAssociations.map(({ object, documentTypes }) => ({
    key: object.id,
    title: object.name,
    types: documentTypes,
  }));
  const ofAccount = {
    key: 'account',
    title: t('documents.ofAccount'),
    types: documents.accountDocumentAssociation.documentTypes,
  };
  const sections = groupsByNeed([ofAccount, ...ofBoats]).filter(({ types }) => types.length > 0);
  return (
    <div className={styles.sections}>
      <ReadOnlyNotice />
      {sections.map(({ key, title, types }) => (
        <Section key={key} title={title} types={types} />
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
