import { getSummary } from '@quayside/contract/account/dashboard.ts';
import { IconCreditCardPay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useSlicedRender } from '../../../lib/first-screen/use-sliced-render.ts';
import { callQuery } from '../../../lib/queries/call-query.ts';
import { useFormat } from '../../../lib/formats/use-format.ts';
import { useMatch } from '../../../lib/browser/media-query.ts';
import { useSession } from '../../../lib/session/session.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import styles from './pay-panel.module.css';
import { usePaymentProviders } from '../use-payment-providers.ts';

/** The longest amount for which a phone of 320 pixels has room beside the logo, in characters. */
const longestInPhone = 14;

/**
 * The pay panel's header layout: the amount that can be paid now (decision P2.19), the amount that waits for a
 * signature, and the link to pay. Hidden on the pages for paying, which it recognises by the path alone (decision
 * C2.21).
 */
export function HeaderPayNow() {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const { accountGuid } = useSession();
  const { pathname } = useLocation();
  const { providers } = usePaymentProviders();
  const isNarrow = useMatch('(max-width: 479px)');
  const summary = useQuery({
    ...callQuery(getSummary, { params: { guid: accountGuid } }),
    meta: { showsFailure: true },
  }).data;

  const isPayingPage = /checkout|outstanding/i.test(pathname);
  const isDue = !isPayingPage && summary !== undefined && summary.totalPayableNow > 0 && providers.length > 0;
  const isDrawn = useSlicedRender(isDue);
  if (!isDue || !isDrawn) return null;
  const payable = amount(summary.totalPayableNow);
  const isLong = payable.length > longestInPhone;
  // A phone's header has room for one text, the amount. An icon says what the button does, alone if that is too long.
  const narrow = (
    <div className={styles.narrow} data-long={isLong || undefined}>
      <LinkButton
        to="/secure/orders/outstanding"
        variant="filled"
        icon={<IconCreditCardPay size={18} aria-hidden />}
        aria-label={`${t('payments.payNow')}: ${payable}`}
      >
        {!isLong && payable}
      </LinkButton>
    </div>
  );
  const wide = (
    <div className={styles.header}>
      <span className={styles.headerAmount}>
        <span className={styles.caption}>{t('payments.payableNow')}</span>
        <strong>{payable}</strong>
        {summary.totalWaitingForSignature > 0 && (
          <span className={styles.caption}>
            {t('payments.moreAfterSigning', { amount: amount(summary.totalWaitingForSignature) })}
          </span>
        )}
      </span>
      <LinkButton to="/secure/orders/outstanding" variant="filled">
        {t('payments.payNow')}
      </LinkButton>
    </div>
  );
  return (
    <>
      {isNarrow !== false && narrow}
      {isNarrow !== true && wide}
    </>
  );
}
