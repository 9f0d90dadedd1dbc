import type { AgreementAccount, AgreementToSign } from '@quayside/contract/agreements/agreement-signing.ts';
import { isOutstanding } from '@quayside/contract/agreements/agreements.ts';
import { Navigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Referrer } from '../../../lib/navigation/referrer.ts';
import { useSession } from '../../../lib/session/session.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { Alert } from '../../../ui/message/alert.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { ReadOnlyNotice } from '../../../ui/message/read-only-notice.tsx';
import { AgreementPdfButton } from '../agreement-pdf-button.tsx';
import { OrderLinks } from '../order-links.tsx';
import { ReturnLink } from '../return-link.tsx';
import { CloseWindow } from './close-window.tsx';
import { Declaration } from './declaration.tsx';
import { Signing } from './signing.tsx';
import styles from './signing.module.css';

interface Props {
  agreement: AgreementToSign;
  account: AgreementAccount;
  back: Referrer;
  onChanged: () => Promise<unknown>;
  /** The button to the next thing to do after signing. */
  nextStep: ReactNode;
}

/**
 * Signing by a signed-in customer. Staff can only read. An agreement that needs no signature can only be read, too.
 */
export function ToSign({ agreement, account, back, onChanged, nextStep }: Props) {
  const { t } = useTranslation();
  const { isAccountUser } = useSession();
  const params = { agreementGuid: agreement.guid };
  // The state when the page opened. An agreement signed here stays on this page, with the thanks and the next step.
  // That holds also if a change of language loads it again.
  const [atFirst] = useState(agreement);
  if (atFirst.isSigned) return <Navigate to="/secure/agreements/signed/$agreementGuid" params={params} replace />;

  const aboveText = (
    <>
      <ReturnLink {...back} isAbove />
      <OrdersAndDownload agreement={agreement} />
    </>
  );
  if (!isAccountUser || !isOutstanding(atFirst)) return <ReadOnly agreement={agreement}>{aboveText}</ReadOnly>;
  return (
    <Signing
      agreement={agreement}
      account={account}
      known={{ email: account.email ?? '', fullName: account.titledFullName, isNameWhole: account.isNameWhole }}
      onChanged={onChanged}
      aboveText={aboveText}
      nextStep={nextStep}
      whenSigned={
        <>
          <ReturnLink {...back} />
          {!back.hideCloseButton && <CloseWindow />}
        </>
      }
      whenSignedBefore={
        <>
          <AgreementPdfButton guid={agreement.guid} />
          <LinkButton to="/secure/agreements/signed/$agreementGuid" params={params} variant="default">
            {t('agreements.viewSigned')}
          </LinkButton>
        </>
      }
      whenClosed={<ReturnLink {...back} />}
    />
  );
}

function ReadOnly({ agreement, children }: { agreement: AgreementToSign; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={styles.parts}>
      {isOutstanding(agreement) ? <ReadOnlyNotice /> : <Alert kind="info" title={t('agreements.noSignature')} />}
      {children}
      <Declaration agreement={agreement} />
    </div>
  );
}

/** The orders that depend on the agreement, and the download of the text. */
function OrdersAndDownload({ agreement: { guid, associations } }: { agreement: AgreementToSign }) {
  const { t } = useTranslation();
  return (
    <div className={styles.ordersAndDownload}>
      {associations.length > 0 && (
        <div className={styles.orders}>
          <span>{t('payments.orders', { count: associations.length })}</span>
          <OrderLinks orders={associations} />
        </div>
      )}
      <AgreementPdfButton guid={guid} variant="subtle">
        {t('agreements.downloadToRead')}
      </AgreementPdfButton>
    </div>
  );
}
