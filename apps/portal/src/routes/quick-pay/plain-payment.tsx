import { apiBase, type Call, callPath } from '@quayside/contract/call.ts';
import {
  confirmExpressPayment,
  startPagePayment,
  startQuickPayExpressPayment,
  validateAccount,
} from '@quayside/contract/payment-pages.ts';
import { cancelPayment, getPayment, type PaymentProvider, type ProcessedPayment } from '@quayside/contract/payments.ts';
import type { QuickPayOrder } from '@quayside/contract/quick-pay.ts';
import { getReceipt } from '@quayside/contract/receipts.ts';
import { canBePaid } from '@quayside/contract/orders.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  askableDetails,
  detailsOf,
  inputOfDetail,
  labelOfDetail,
} from '../../features/payments/checkout/page/page.exports.ts';
import { useQuickPayProviders } from '../../features/payments/use-quick-pay-providers.ts';
import { callUrl } from '../../lib/calls/api.ts';
import { useCountries } from '../../lib/countries.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts.ts';
import { AnchorButton, Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import formStyles from '../../ui/form/form.module.css';
import { PlainField } from '../../ui/form/plain-field.tsx';
import { PlainSelect } from '../../ui/form/plain-select.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import type { PlainPaymentSearch } from '../payment-search.ts';
import { useQuickPay } from './quick-pay.ts';
import styles from './review.module.css';

const from = '/quickPay/quick-pay/$orderGuid';

/**
 * Tells how far a payment is that was started without scripts, or why it did not start. Only the server draws this and
 * `PlainWays`, so they are in no file that a browser loads. `pay-link-forms.rules.ts` of the server reads their forms.
 */
export function PlainNotice({ order }: { order: QuickPayOrder }) {
  const { problem } = useSearch({ from });
  const { open, isWaiting, tried } = usePlainPayment(order);
  if (open) return <OpenPayment order={order} payment={open} />;
  if (isWaiting) return <Waiting order={order} payment={order.payment} />;
  if (tried) return <Outcome order={order} payment={tried} />;
  return problem && <Problem order={order} problem={problem} />;
}

/** The ways to pay, unless a payment is on its way. */
export function PlainWays({ order }: { order: QuickPayOrder }) {
  const { owner } = useQuickPay();
  const { open, isWaiting } = usePlainPayment(order);
  // Staff look at the page and can't pay.
  const isStaff = owner?.isAccountUser === false;
  return isStaff || open || isWaiting || !canBePaid(order, true) ? null : <Ways order={order} />;
}

/**
 * Returns the payment that this browser has started and may go on with, and the one whose result the page tells. It is
 * waiting while a bank or a provider decides, or somebody else pays.
 */
function usePlainPayment({ payment, hold }: QuickPayOrder) {
  const { attempt } = useSearch({ from });
  const { data: tried } = useQuery({
    ...callQuery(getPayment, { params: { merchantRefNum: attempt ?? '' } }),
    enabled: attempt !== undefined,
    meta: { showsFailure: true },
  });
  // An express provider's page is open before anything is sent. The page of an attempt may be over, and still hold.
  const isOpen = payment?.mayContinue && (payment.redirectUrl !== null || payment.progress === 'onPage');
  const open = isOpen ? payment : undefined;
  return { open, isWaiting: !open && (payment?.progress === 'sent' || hold !== null), tried };
}

/** The payment that this browser has started and that is neither made nor given up. */
function OpenPayment({ order, payment }: { order: QuickPayOrder; payment: ProcessedPayment }) {
  const { t } = useTranslation();
  const { amountIn } = useFormat();
  const { token, PayerID } = useSearch({ from });
  const { providers } = useQuickPayProviders(order);
  const amount = amountIn(payment.isoCurrencyCode, payment.amount);
  const provider = providers.find(({ key }) => key === payment.providerKey)?.displayName ?? payment.paymentMethod;
  const cancel = (
    <PlainForm order={order} call={cancelPayment} path={callPath(cancelPayment, refOf(payment))}>
      <Button type="submit" variant="default">
        {t('quickPay.plain.cancel')}
      </Button>
    </PlainForm>
  );
  if (PayerID && token)
    return (
      <Part title={t('quickPay.plain.confirmTitle')} isTest={payment.isTest}>
        <p>{t('quickPay.plain.confirm', { provider, amount })}</p>
        <PlainForm order={order} call={confirmExpressPayment} fields={{ token, PayerID }}>
          <Button type="submit">{t('payments.pay', { amount })}</Button>
        </PlainForm>
        {cancel}
      </Part>
    );
  return (
    <Part title={t('quickPay.plain.open')} isTest={payment.isTest}>
      {payment.errorDescription && <Alert kind="error">{payment.errorDescription}</Alert>}
      <p>{t('quickPay.plain.openHint', { provider, amount })}</p>
      {payment.redirectUrl && (
        <AnchorButton variant="filled" href={payment.redirectUrl}>
          {t('quickPay.plain.goTo', { provider })}
        </AnchorButton>
      )}
      {payment.mayCancel && cancel}
    </Part>
  );
}

interface PartProps {
  title: string;
  /** True if no real money moves. */
  isTest: boolean;
  children: ReactNode;
}

function Part({ title, isTest, children }: PartProps) {
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

const refOf = ({ merchantRefNumber: ref }: ProcessedPayment) => ({ params: { ref } });

/** Shown while a bank or a provider decides, or somebody else pays. The page can't look again by itself. */
function Waiting({ order, payment }: { order: QuickPayOrder; payment: ProcessedPayment | null }) {
  const { t } = useTranslation();
  return (
    <p>
      {!payment && t('payments.held.elsewhere')}{' '}
      <Link {...useAddress(order, { attempt: payment?.merchantRefNumber })}>{t('payments.checkAgain')}</Link>
    </p>
  );
}

/** The result of the payment that led here. */
function Outcome({ order, payment }: { order: QuickPayOrder; payment: ProcessedPayment }) {
  const { t } = useTranslation();
  const { amountIn } = useFormat();
  const { returnUrl } = useQuickPay();
  const { paymentId: id, accountGuid, paymentStatus, receiptEmail: email } = payment;
  if (paymentStatus === 'Cancelled') return <Alert kind="info">{t('quickPay.cancelledThere')}</Alert>;
  if (payment.cardPaymentStatus === 'FAILED') {
    const amount = amountIn(order.isoCurrencyCode, order.outstandingAmount);
    return (
      <Alert kind="error" title={t('payments.unknownReason')}>
        {payment.errorDescription && <p>{payment.errorDescription}</p>}
        {!payment.saysUncharged && <p>{t('payments.notCharged', { amount })}</p>}
      </Alert>
    );
  }
  return (
    <Alert
      kind="success"
      title={t('payments.received')}
      action={
        <>
          {payment.receiptReady && (
            <AnchorButton href={callUrl(getReceipt, { params: { id, accountGuid } })}>
              {t('payments.openReceipt')}
            </AnchorButton>
          )}
          {returnUrl !== null && (
            <AnchorButton href={returnUrl} rel="noreferrer" variant="subtle">
              {t('payments.backToWebsite')}
            </AnchorButton>
          )}
        </>
      }
    >
      <p>{amountIn(payment.isoCurrencyCode, payment.amount)}</p>
      <p>{t('payments.quoteReference', { reference: payment.reference })}</p>
      {email !== null && <p>{t('payments.receiptGoesTo', { email })}</p>}
    </Alert>
  );
}

/** The reason why a form of this page was refused. Nothing was charged then. */
function Problem({ order, problem }: { order: QuickPayOrder; problem: string }) {
  const { t } = useTranslation();
  const { amountIn } = useFormat();
  const { telephone } = useTenant().contact;
  if (problem === 'AMOUNT_CHANGED') {
    const amount = amountIn(order.isoCurrencyCode, order.outstandingAmount);
    return (
      <Alert kind="warning" title={t('payments.amountChanged', { amount })}>
        {t('payments.amountChangedHint')}
      </Alert>
    );
  }
  if (problem === 'AUTHENTICATION_TOO_OLD')
    return (
      <Alert kind="warning" action={<Link to="/login">{t('quickPay.toPortal')}</Link>}>
        {t('quickPay.plain.signInAgain')}
      </Alert>
    );
  const hint = problem === 'INVALID_REQUEST' ? 'quickPay.plain.checkDetails' : 'quickPay.plain.tryAgain';
  return (
    <Alert kind="error" title={t('quickPay.plain.notStarted')}>
      {t(hint, { telephone })}
    </Alert>
  );
}

/** The providers that need no scripts, or the form of the one that was chosen. */
function Ways({ order }: { order: QuickPayOrder }) {
  const { t } = useTranslation();
  const { contact, culture } = useTenant();
  const { provider: key } = useSearch({ from });
  const address = useAddress(order);
  const { providers } = useQuickPayProviders(order);
  // The page says already that it can't be paid online.
  if (providers.length === 0 || order.isoCurrencyCode !== culture.isoCurrencyCode) return null;
  const onPages = providers.filter(({ kind }) => kind === 'page' || kind === 'express');
  const chosen = onPages.find((provider) => provider.kind === 'page' && provider.key === key);
  return (
    <Part
      title={chosen ? chosen.displayName : t('payments.payWith')}
      isTest={onPages.some(({ inTestMode }) => inTestMode)}
    >
      {chosen ? (
        <>
          <DetailsForm order={order} provider={chosen} />
          <Link {...address}>{t('quickPay.plain.otherWay')}</Link>
        </>
      ) : (
        onPages.map((provider) => <Way key={provider.key} order={order} provider={provider} />)
      )}
      {onPages.length < providers.length && <p>{t('quickPay.plain.cards', { telephone: contact.telephone })}</p>}
    </Part>
  );
}

interface WayProps {
  order: QuickPayOrder;
  provider: PaymentProvider;
}

function Way({ order, provider }: WayProps) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const { key, kind, displayName, maxPayment } = provider;
  const { outstandingAmount } = order;
  const address = useAddress(order, { provider: key });
  if (maxPayment !== null && outstandingAmount > maxPayment)
    return <p>{t('payments.tooMuch', { provider: displayName, amount: amount(maxPayment) })}</p>;
  const label = t('quickPay.plain.pay', { amount: amount(outstandingAmount), provider: displayName });
  if (kind === 'page') return <LinkButton {...address}>{label}</LinkButton>;
  return (
    <StartForm order={order} provider={provider} call={startQuickPayExpressPayment}>
      {label}
    </StartForm>
  );
}

/** Asks for the details that a provider needs to show its page. */
function DetailsForm({ order, provider }: WayProps) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const { data } = useQuery({
    ...callQuery(validateAccount, { params: { providerKey: provider.key, accountGuid: order.account.guid } }),
    meta: { showsFailure: true },
  });
  const missing = detailsOf(data?.missingFields ?? []);
  const countries = useCountries().data?.countries ?? [];
  return (
    <StartForm
      order={order}
      provider={provider}
      call={startPagePayment}
      details={
        missing.length > 0 && (
          <>
            <p>{t('quickPay.missingInfo')}</p>
            {askableDetails
              .filter((name) => missing.includes(name))
              .map((name) => (
                <PlainField
                  key={name}
                  name={`account.${name}`}
                  label={t(labelOfDetail(name))}
                  {...inputOfDetail(name)}
                  maxLength={254}
                  required
                />
              ))}
            {missing.includes('countryCode') && (
              <PlainSelect
                name="account.countryCode"
                label={t('account.country')}
                autoComplete="country"
                placeholder={t('payments.pleaseSelect')}
                options={countries.map(({ alpha2, name }) => ({ value: alpha2, label: name }))}
              />
            )}
          </>
        )
      }
    >
      {t('payments.pay', { amount: amount(order.outstandingAmount) })}
    </StartForm>
  );
}

interface StartFormProps extends WayProps {
  call: Call;
  details?: ReactNode;
  /** The button's text. */
  children: ReactNode;
}

function StartForm({ order, provider, call, details, children }: StartFormProps) {
  const fields = {
    accountGuid: order.account.guid,
    orderId: String(order.id),
    amount: String(order.outstandingAmount),
    providerKey: provider.key,
  };
  return (
    <PlainForm order={order} call={call} fields={fields}>
      {details}
      <Button type="submit">{children}</Button>
    </PlainForm>
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

/** A form that leads back to this page. */
function PlainForm({ order, call, path = call.path, fields = {}, children }: PlainFormProps) {
  const { referrer } = useSearch({ from });
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
function useAddress(order: QuickPayOrder, search: Omit<PlainPaymentSearch, 'token' | 'PayerID'> = {}) {
  const { referrer } = useSearch({ from });
  return linkOptions({
    to: '/quick-pay/$orderGuid',
    params: { orderGuid: order.guid },
    search: { referrer, ...search },
  });
}
