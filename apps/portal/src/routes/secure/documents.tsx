import { allDocumentTypes, needsAttention } from '@quayside/contract/documents/documents.ts';
import { useState } from 'react';
import { DocumentSections } from '../../features/documents/document-sections.tsx';
import { UploadPlace } from '../../features/documents/upload-action.tsx';
import { usePromptedDocuments } from '../../features/documents/use-documents.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { NextStep } from './orders/next-step.tsx';

/** The documents that the marina wants to see of the account and its boats (DOC-1). */
export function DocumentsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('documents.title')} aside={<StepAfterUpload />}>
        {t('documents.intro')}
      </PageHeading>
      <UploadPlace>
        <DocumentSections />
      </UploadPlace>
    </>
  );
}

/** The next step. Shown after a document that the marina asked for was handed in on this page. */
function StepAfterUpload() {
  const { data } = usePromptedDocuments();
  const missing = data && allDocumentTypes(data).filter(needsAttention).length;
  const [atFirst, setAtFirst] = useState(missing);
  if (atFirst === undefined && missing !== undefined) setAtFirst(missing);
  return atFirst !== undefined && missing !== undefined && missing < atFirst ? <NextStep /> : null;
}
