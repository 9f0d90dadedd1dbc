import { majorToMinor, minorToMajor } from '@quayside/contract/shared/money.ts';
import type { OutstandingOrder } from '@quayside/contract/orders/orders.ts';
import { smallestPart } from '@quayside/contract/payments/partial-payments.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { readAmount, writeTyped } from '../../../lib/formats/typed-amount.ts';
import { useFormat } from '../../../lib/formats/use-format.ts';
import { useTenant } from '../../../lib/tenant.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { AmountField } from '../../../ui/form/amount-field.tsx';
import { RadioCards } from '../../../ui/form/radio-cards.tsx';
import type { Amounts } from '../basket.ts';
import { spreadAmount } from './partial-amount.ts';
import styles from './part-choice.module.css';

type Owed = Pick<OutstandingOrder, 'id' | 'outstandingAmount'>;

export interface PartChoiceProps {
  /** The orders to pay, the oldest first. */
  orders: readonly Owed[];
  /** All that is due for them, in major units. */
  due: number;
  /** The chosen part; an amount of 0 if it is not typed yet. Null: all of it. */
  chosen: Amounts | null;
  onChoose: (chosen: Amounts | null) => void;
}

/** The choice to pay all that is due or a part of it. Another selection starts with all of it. */
export function PartChoice(props: PartChoiceProps) {
  if (props.due <= 0) return null;
  const selection = props.orders.map(({ id, outstandingAmount }) => `${id} ${outstandingAmount}`).join();
  return <Choice key={selection} {...props} />;
}

function Choice({ orders, due, chosen, onChoose }: PartChoiceProps) {
  const { t, i18n } = useTranslation();
  const { amount } = useFormat();
  const { culture, partialPaymentMinimum } = useTenant();
  const { currencyDecimalPlaces: places } = culture;
  const [text, setText] = useState('');
  const [wasLeft, setLeft] = useState(false);
  const startAfresh = useEffectEvent(() => chosen !== null && onChoose(null));
  useEffect(() => void startAfresh(), []);
  const owed = orders.map(({ id, outstandingAmount }) => ({
    id,
    dueMinor: majorToMinor(outstandingAmount, places) ?? 0,
  }));
  const dueMinor = owed.reduce((sum, order) => sum + order.dueMinor, 0);
  const least = minorToMajor(smallestPart(partialPaymentMinimum, dueMinor, places), places);

  /** Returns the text's amount in minor units, or the message that tells what is wrong with it. */
  function parse(typed: string): number | string {
    const example = (major: number) => writeTyped(major, culture, i18n.language);
    const read = readAmount(typed, culture, i18n.language);
    if (read === null) return t('payments.partNotAmount', { amount: example(least) });
    const { minor, isUnclear } = read;
    if (isUnclear) return t('payments.partUnclear', { amount: example(minorToMajor(minor, places)) });
    if (minorToMajor(minor, places) < least) return t('payments.partTooSmall', { amount: amount(least) });
    return minor > dueMinor ? t('payments.partTooLarge', { amount: amount(due) }) : minor;
  }

  function write(typed: string): void {
    setText(typed);
    const minor = parse(typed);
    if (typeof minor === 'string') return onChoose({ amount: 0, part: null });
    const amounts = spreadAmount(owed, minor, places);
    return onChoose({ amount: minorToMajor(minor, places), part: { due, amounts } });
  }

  const parsed = parse(text);
  return (
    <div className={styles.choice}>
      <RadioCards
        legend={t('payments.howMuch')}
        options={[
          { value: 'all', label: t('payments.payAll'), aside: amount(due) },
          { value: 'part', label: t('payments.payPart') },
        ]}
        chosen={chosen === null ? 'all' : 'part'}
        onChoose={(choice) => (choice === 'all' ? onChoose(null) : write(text))}
      />
      {chosen !== null && (
        <AmountField
          label={t('payments.partAmount')}
          hint={t('payments.partHint', { amount: amount(least) })}
          error={wasLeft && typeof parsed === 'string' ? parsed : undefined}
          value={text}
          onChange={write}
          onBlur={() => setLeft(text !== '')}
        />
      )}
      {chosen?.part && orders.length > 1 && (
        <div aria-live="polite" aria-atomic="true">
          <p className={styles.caption}>{t('payments.partPays')}</p>
          <ul className={styles.parts}>
            {chosen.part.amounts.map((each) => (
              <li key={each.orderId}>
                <span>{t('orders.number', { id: each.orderId })}</span>
                <span>{amount(each.amount)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
