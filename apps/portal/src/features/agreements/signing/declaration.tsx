import type { AgreementToSign } from '@quayside/contract/agreement-signing.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { ForeignDocument } from '../../../ui/html/foreign-document.tsx';
import { FileButton } from '../file-button.tsx';
import styles from './declaration.module.css';
import type { Reading } from './use-reading.ts';

interface Props {
  agreement: AgreementToSign;
  /** Set if the reader is about to sign. */
  reading?: Reading;
}

/** The text to read in its box, or the files that replace it. */
export function Declaration({ agreement, reading }: Props) {
  const { t } = useTranslation();
  const { declarationText, documentHash, fileReferences, type } = agreement;
  if (!declarationText) return <Files files={fileReferences} />;
  return (
    // The key makes a changed text start at its top.
    <ForeignDocument key={documentHash} html={declarationText} label={type} ref={reading?.box}>
      {reading && (
        <div className={styles.end} data-needs-scripts>
          <h2>{t('agreements.endOfText')}</h2>
          <button type="button" onClick={reading.confirm}>
            {t('agreements.iHaveRead')}
          </button>
        </div>
      )}
    </ForeignDocument>
  );
}

function Files({ files }: { files: AgreementToSign['fileReferences'] }) {
  return (
    <ul className={styles.files}>
      {files.map((file) => (
        <li key={file.guid}>
          <FileButton file={file} />
        </li>
      ))}
    </ul>
  );
}
