import type { AgreementToSign } from '@quayside/contract/agreements/agreement-signing.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { ForeignDocument } from '../../../ui/html/foreign-document.tsx';
import { AgreementPdfButton } from '../agreement-pdf-button.tsx';
import styles from './declaration.module.css';
import signing from './signing.module.css';
import type { Reading } from './use-reading.ts';

interface Props {
  agreement: AgreementToSign;
  /** Set if the reader is about to sign. */
  reading?: Reading | undefined;
}

/** The text to read in its box, or the PDF that replaces it. */
export function Declaration({ agreement, reading }: Props) {
  const { t } = useTranslation();
  const { declarationText, documentHash, fileReferences, type } = agreement;
  if (!declarationText) return fileReferences.length > 0 && <Terms agreement={agreement} reading={reading} />;
  return (
    // The key makes a changed text start at its top.
    <ForeignDocument key={documentHash} html={declarationText} label={type} ref={reading?.box}>
      {reading && (
        <div className={styles.end} data-needs-scripts>
          <h2>{t('agreements.endOfText')}</h2>
          <button type="button" onClick={() => reading.confirm(true)}>
            {t('agreements.iHaveRead')}
          </button>
        </div>
      )}
    </ForeignDocument>
  );
}

/** The PDF to read. Nobody can see how far it is read, so the signer says so. */
function Terms({ agreement: { guid, fileReferences }, reading }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.terms}>
      {fileReferences.map((file) => (
        <AgreementPdfButton key={file.guid} guid={guid}>
          {file.name}
        </AgreementPdfButton>
      ))}
      {reading && (
        <div data-needs-scripts>
          <p>{t('agreements.openAndRead')}</p>
          <label className={signing.choice}>
            <input
              type="checkbox"
              autoComplete="off"
              checked={reading.isRead}
              onChange={(event) => reading.confirm(event.currentTarget.checked)}
            />
            <span>{t('agreements.iHaveRead')}</span>
          </label>
        </div>
      )}
    </div>
  );
}
