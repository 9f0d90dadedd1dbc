import { listPaymentProviderMetadata } from '@quayside/contract/payments/payments.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callQuery } from '../../../../lib/queries/call-query.ts';
import { useFormat } from '../../../../lib/formats/use-format.ts';
import { useTranslation } from '../../../../lib/texts/texts.ts';
import { ActionButton } from '../../../../ui/action-button.tsx';
import { AnchorButton } from '../../../../ui/button.tsx';
import { LargeAmount } from '../../../../ui/large-amount.tsx';
import { PageHeading } from '../../../../ui/page/page-heading.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { readBasket } from '../../basket.ts';
import { resultStyles as styles } from '../../result/result.exports.ts';
import type { PageMessage } from './payment-window.ts';
import { useIsStuck } from './use-is-stuck.ts';

/** The content of the payment's window until the provider's page has loaded. */
export function LoadingProvider() {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const [basket] = useState(readBasket);
  const query = callQuery(listPaymentProviderMetadata, {});
  const { data } = useQuery({ ...query, meta: { showsFailure: true } });
  const provider = data?.providers.find(({ key }) => key === basket?.providerKey)?.displayName;
  const url = usePageUrl();
  const isStuck = useIsStuck(true);
  return (
    <div className={styles.result}>
      <PageHeading title={t('payments.takingYou')} />
      <output className={styles.waiting}>
        <Spinner />
        <div>
          {basket && (
            <p>
              <LargeAmount>{amount(basket.amount)}</LargeAmount>
            </p>
          )}
          <p>{provider ? t('payments.takingYouTo', { provider }) : t('payments.takingYou')}</p>
        </div>
      </output>
      {isStuck && (
        <>
          <p>{t('payments.takingLong')}</p>
          <div className={styles.buttons}>
            {url !== null && (
              <AnchorButton variant="filled" href={url}>
                {t('payments.goOn')}
              </AnchorButton>
            )}
            <ActionButton variant="default" onAction={() => window.close()}>
              {t('payments.cancel')}
            </ActionButton>
          </div>
        </>
      )}
    </div>
  );
}

/** Returns the address of the provider's page once the opener of this window sends it. */
function usePageUrl(): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent<Partial<PageMessage> | null>) => {
      const isOurs = origin === location.origin && source === window.opener && source !== null;
      if (!isOurs || data?.kind !== 'quayside.providerPage' || typeof data.url !== 'string') return;
      if (/^https?:/.test(data.url)) setUrl(data.url);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, []);
  return url;
}
