import { agreementFileKinds, type SignedAgreement as Signed } from '@quayside/contract/agreements/agreements.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Alert } from '../../ui/message/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { ForeignDocument } from '../../ui/html/foreign-document.tsx';
import { AgreementFileButton } from './agreement-file-button.tsx';
import { OrderLinks } from './order-links.tsx';
import styles from './signed-agreement.module.css';
import { useSigningTime } from './use-agreement-words.ts';

/** The signed text and the evidence. If it was signed on paper, the scan shows them. */
export function SignedAgreement({ agreement }: { agreement: Signed }) {
  const { t } = useTranslation();
  const { declarationText, hardAgreementUploaded, type } = agreement;
  return (
    <div className={styles.columns}>
      {declarationText && <ForeignDocument html={declarationText} label={type} isWhole />}
      <Card title={t('agreements.howSigned')}>
        {hardAgreementUploaded ? <OnPaper agreement={agreement} /> : <Evidence agreement={agreement} />}
      </Card>
    </div>
  );
}

function OnPaper({ agreement: { fileReferences, associations, captureTime, fullName } }: { agreement: Signed }) {
  const { t } = useTranslation();
  const signingTime = useSigningTime();
  return (
    <div className={styles.evidence}>
      <Alert kind="info" title={t('agreements.hardCopyTitle')}>
        {t('agreements.hardCopyText')}
      </Alert>
      {fileReferences.map((file) => (
        <AgreementFileButton key={file.guid} file={file} />
      ))}
      <DescriptionList
        look="column"
        items={[
          { name: t('agreements.captureTime'), value: signingTime(captureTime) },
          { name: t('agreements.fullName'), value: fullName },
          {
            name: t('payments.orders', { count: associations.length }),
            value: associations.length > 0 && <OrderLinks orders={associations} />,
          },
        ]}
      />
    </div>
  );
}

function Evidence({ agreement }: { agreement: Signed }) {
  const { t } = useTranslation();
  const signingTime = useSigningTime();
  const { fullName, signature, associations, fileReferences } = agreement;
  const terms = fileReferences.filter(({ property }) => property === agreementFileKinds.terms);
  return (
    <div className={styles.evidence}>
      {signature ? (
        <img className={styles.signature} src={signature} alt={t('agreements.signatureOf', { name: fullName })} />
      ) : (
        <Alert kind="info">{t('agreements.signedElsewhere')}</Alert>
      )}
      {terms.map((file) => (
        <AgreementFileButton key={file.guid} file={file} />
      ))}
      <DescriptionList
        look="column"
        items={[
          { name: t('agreements.captureTime'), value: signingTime(agreement.captureTime) },
          { name: t('agreements.fullName'), value: fullName },
          { name: t('agreements.email'), value: agreement.email },
          {
            name: t('payments.orders', { count: associations.length }),
            value: associations.length > 0 && <OrderLinks orders={associations} />,
          },
          { name: t('agreements.ipAddress'), value: agreement.ipAddress },
          { name: t('agreements.browser'), value: agreement.browser },
          { name: t('agreements.os'), value: agreement.os },
          { name: t('agreements.userAgent'), value: agreement.userAgent },
        ]}
      />
      <Link to="/verify" className={styles.verify}>
        {t('agreements.verifyLink')}
      </Link>
    </div>
  );
}
