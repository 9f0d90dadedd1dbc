import { minorToMajor } from '@quayside/contract/shared/money.ts';
import { useSummary } from '../../../features/dashboard/use-summary.ts';
import { resultStyles as styles } from '../../../features/payments/result/result.exports.ts';
import { roundToMinor } from '../../../features/orders/totals.ts';
import { useFormat } from '../../../lib/formats/use-format.ts';
import { useTenant } from '../../../lib/tenant.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { NextStep } from '../orders/next-step.tsx';

/** Tells after a payment what is still due, and leads to paying it. If nothing can be paid, to what is left to do. */
export function StillDue() {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const places = useTenant().culture.currencyDecimalPlaces;
  const { data, isFetching, isError } = useSummary();
  // An amount from before the payment would ask for it again.
  if (!data || isFetching || isError) return null;
  const minor = (major: number) => roundToMinor(major, places);
  const rest = minor(data.totalPayableNow) + minor(data.totalWaitingForSignature);
  return (
    <section className={styles.next}>
      <p>
        {rest > 0
          ? t('payments.stillDue', { amount: amount(minorToMajor(rest, places)) })
          : t('payments.nothingElseDue')}
      </p>
      <NextStep paysFirst />
    </section>
  );
}
