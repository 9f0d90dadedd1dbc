import { apiBase, type Call } from '@quayside/contract/shared/call.ts';
import type { QuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
import { linkOptions, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Card } from '../../ui/card.tsx';
import formStyles from '../../ui/form/form.module.css';
import { Alert } from '../../ui/message/alert.tsx';
import type { PlainPaymentSearch } from '../address/payment-search.ts';
import styles from './review.module.css';

/** The things that the parts for payers without scripts share. Only the server draws them. */

interface PlainPartProps {
  title: string;
  /** True if no real money moves. */
  isTest: boolean;
  children: ReactNode;
}

export function PlainPart({ title, isTest, children }: PlainPartProps) {
  const { t } = useTranslation();
  return (
    <Card title={title}>
      <div className={styles.plain}>
        {isTest && (
          <Alert kind="info" title={t('payments.testPayments')}>
            {t('payments.testPaymentsHint')}
          </Alert>
        )}
        {children}
      </div>
    </Card>
  );
}

interface PlainFormProps {
  order: QuickPayOrder;
  call: Call;
  /** The call's path, if it has parts that vary. */
  path?: string;
  fields?: Readonly<Record<string, string>>;
  children: ReactNode;
}

/** A form that leads back to this page. `pay-link-forms.rules.ts` of the server reads it. */
export function PlainForm({ order, call, path = call.path, fields = {}, children }: PlainFormProps) {
  const { referrer } = useSearch({ strict: false });
  const hidden = { orderGuid: order.guid, ...(referrer !== undefined && { referrer }), ...fields };
  return (
    <form className={formStyles.form} method="post" action={apiBase + path}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

/** Returns the address of this page in another state. */
export function useAddress(order: QuickPayOrder, search: Omit<PlainPaymentSearch, 'token' | 'PayerID'> = {}) {
  const { referrer } = useSearch({ strict: false });
  return linkOptions({
    to: '/quick-pay/$orderGuid',
    params: { orderGuid: order.guid },
    search: { referrer, ...search },
  });
}
