import { useTranslation } from 'react-i18next';
import { DocumentSections } from '../../features/documents/document-sections.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** The documents that the marina wants to see of the account and its boats (DOC-1). */
export function DocumentsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('documents.title')}>{t('documents.intro')}</PageHeading>
      <DocumentSections />
    </>
  );
}
