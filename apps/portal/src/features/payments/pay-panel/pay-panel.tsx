import { mostOrdersAtOnce, type PaymentProvider } from '@quayside/contract/payments/payments.ts';
import { IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useId, useState } from 'react';
import { useFormat } from '../../../lib/formats/use-format.ts';
import { useTenant } from '../../../lib/tenant.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/loading/lazy-part.tsx';
import { Dotted } from '../../../ui/dotted.tsx';
import styles from './pay-panel.module.css';
import type { PayPanelFold, PayPanelLayout } from './pay-panel-layout.ts';
import type { PartChoiceProps } from './part-choice.tsx';
import { isTooPrecise } from '../too-precise.ts';
import { RadioCards } from '../../../ui/form/radio-cards.tsx';

const load = () => import('./pay-sheet.tsx');

/** Loaded only where the marina allows to pay a part. */
const PartChoice = lazyPart(async () => (await load()).PartChoice);

/** Loaded after the bill and the bar, and only on a phone. */
const PaySheet = lazyPart(async () => (await load()).PaySheet);

interface Props {
  fold: PayPanelFold;
  /** The total of the selected orders, in major units. */
  total: number;
  /** The choice of a part of it, which shows if the marina allows it. */
  part: Omit<PartChoiceProps, 'due'>;
  /** Everything that is due, selected or not, in major units. Left out if there is nothing to select. */
  totalDue?: number;
  selectedCount: number;
  orderCount: number;
  /** The key of the text that tells why nothing is selected. Null if something is. */
  prompt: string | null;
  providers: readonly PaymentProvider[];
  /** The key of the provider that is chosen until the reader chooses; none by default. A single one always is. */
  firstChoice?: string | null;
  /** False for staff, who see the page but can't pay (decision P6.1). */
  isAccountUser: boolean;
  onCheckout: (provider: PaymentProvider) => unknown;
  /** Called when a provider is chosen. */
  onChosen: (provider: PaymentProvider) => void;
  /** The wallets, if any are offered. */
  children?: ReactNode;
}

/**
 * The panel with the amount, the choice of provider, and the way to the checkout. At the foot of a phone it is folded:
 * a bar with the amount and a button, which opens a sheet with the rest.
 */
export function PayPanel(props: Props) {
  const { fold, part, providers, firstChoice = null, isAccountUser, onCheckout, onChosen, children } = props;
  const { layout, isOpen, setOpen } = fold;
  const { t } = useTranslation();
  const { amount } = useFormat();
  const { allowPartialPayment } = useTenant();
  const [ownChoice, setOwnChoice] = useState<string | null>(null);
  const chosenKey = ownChoice ?? firstChoice;
  const [only] = providers.length === 1 ? providers : [];
  const chosen = only ?? providers.find(({ key }) => key === chosenKey);
  const tell = useEffectEvent(() => {
    if (chosen) onChosen(chosen);
  });
  useEffect(() => tell(), [chosen?.key]);
  const reason = useReason(props, chosen);
  const reasonId = useId();
  const ways = (
    <>
      {allowPartialPayment && isAccountUser && (
        <Suspense>
          <PartChoice {...part} due={props.total} />
        </Suspense>
      )}
      {reason !== null && (
        <p id={reasonId} className={styles.prompt}>
          <IconInfoCircle size={18} aria-hidden />
          {reason}
        </p>
      )}
      <div className={styles.providers}>
        <RadioCards
          legend={t('payments.payWith')}
          options={providers.map(optionOf)}
          chosen={chosen?.key ?? null}
          onChoose={setOwnChoice}
        />
      </div>
      <ActionButton
        disabled={reason !== null}
        describedBy={reason === null ? undefined : reasonId}
        processing={t('payments.openingCheckout')}
        onAction={() => chosen && onCheckout(chosen)}
      >
        {t('payments.checkout')}
      </ActionButton>
      {children && <div className={styles.wallets}>{children}</div>}
    </>
  );
  const panel = (own: PayPanelLayout) => {
    const isFolded = own === 'fixed-horizontal';
    return (
      <section className={styles.panel} data-layout={own} aria-label={t('payments.payPanel')}>
        <Amounts {...props} isFolded={isFolded} />
        {isFolded ? (
          <Button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t('payments.payNow')}
          </Button>
        ) : (
          ways
        )}
      </section>
    );
  };
  const isDrawn = layout === 'drawn';
  const isFolded = layout === 'fixed-horizontal';
  return (
    <>
      {!isFolded && (
        <div className={styles.unfolded} data-drawn={isDrawn || undefined} data-needs-scripts>
          {panel(isDrawn ? 'vertical' : layout)}
        </div>
      )}
      {(isFolded || isDrawn) && (
        <div className={styles.folded} data-drawn={isDrawn || undefined} data-needs-scripts>
          {panel('fixed-horizontal')}
        </div>
      )}
      {isFolded && (
        <Suspense>
          <PaySheet
            title={t('payments.pay', { amount: amount(totalOf(props)) })}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          >
            {ways}
          </PaySheet>
        </Suspense>
      )}
    </>
  );
}

/** Returns the amount to pay: the part that the reader chose, or everything that is selected. */
const totalOf = ({ part, total }: Props): number => part.chosen?.amount ?? total;

/** Returns the text that tells why the reader can't go on to the checkout. Null if they can. */
function useReason(props: Props, provider: PaymentProvider | undefined): string | null {
  const { isAccountUser, prompt, part, selectedCount } = props;
  const { t } = useTranslation();
  const { amount } = useFormat();
  const total = totalOf(props);
  if (!isAccountUser) return t('payments.staffCannotPay');
  if (prompt !== null) return t(prompt);
  if (total <= 0) return t(part.chosen ? 'payments.partMissing' : 'orders.selectInvoices');
  if (selectedCount > mostOrdersAtOnce) return t('payments.tooManyOrders', { most: mostOrdersAtOnce });
  if (!provider) return t('payments.chooseProvider');
  const { displayName, maxPayment: most } = provider;
  const say = (key: string, major: number) => t(key, { provider: displayName, amount: amount(major) });
  if (isTooPrecise(provider, total)) return say('payments.tooPrecise', total);
  if (most === null || total <= most) return null;
  return say(selectedCount > 1 ? 'payments.tooMuchAtOnce' : 'payments.tooMuch', most);
}

/** The amount to pay, with the number of selected orders and everything that is due. */
function Amounts(props: Props & { isFolded: boolean }) {
  const { isFolded, totalDue, part, selectedCount, orderCount } = props;
  const { t } = useTranslation();
  const { amount } = useFormat();
  return (
    <>
      {totalDue !== undefined && !isFolded && (
        <p className={styles.due}>
          <span className={styles.caption}>{t('payments.totalDue')}</span> <strong>{amount(totalDue)}</strong>
        </p>
      )}
      <div className={styles.total} aria-live="polite" aria-atomic="true">
        <span className={styles.caption}>
          <Dotted>
            {t(part.chosen ? 'payments.partToPay' : totalDue === undefined ? 'payments.totalDue' : 'payments.selected')}
            {isFolded && totalDue !== undefined && t('payments.ofAll', { selected: selectedCount, all: orderCount })}
          </Dotted>
        </span>
        <span className={styles.truth}>
          <Dotted>
            {!isFolded && t('payments.ofOrders', { selected: selectedCount, count: orderCount })}
            <strong className={styles.amount}>{amount(totalOf(props))}</strong>
          </Dotted>
        </span>
      </div>
    </>
  );
}

const optionOf = ({ key, displayName, logo }: PaymentProvider) => ({
  value: key,
  label: displayName,
  aside: logo !== null && <img className={styles.logo} src={logo} alt="" />,
});
