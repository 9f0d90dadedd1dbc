import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { FactList } from '../../ui/fact-list.tsx';
import styles from './outstanding-orders.module.css';
import type { DueParts } from './totals.ts';

/** Tells above the list what is due, what of it can be paid now, and what waits. Hidden if nothing waits. */
export function DueSummary({ due: { total, payableNow, toSign, inPayment } }: { due: DueParts }) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  if (toSign === 0 && inPayment === 0) return null;
  const ifAny = (part: number) => part > 0 && amount(part);
  return (
    <div className={styles.due}>
      <FactList
        look="row"
        facts={[
          { name: t('dashboard.dueNow'), value: amount(total) },
          { name: t('payments.payableNow'), value: amount(payableNow) },
          { name: t('payments.waitsForSignature'), value: ifAny(toSign) },
          { name: t('payments.inPayment'), value: ifAny(inPayment) },
        ]}
      />
    </div>
  );
}
