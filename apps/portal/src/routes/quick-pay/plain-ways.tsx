import type { Call } from '@quayside/contract/shared/call.ts';
import { canBePaid } from '@quayside/contract/orders/orders.ts';
import {
  startPagePayment,
  startQuickPayExpressPayment,
  validateAccount,
} from '@quayside/contract/payments/payment-pages.ts';
import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';
import type { QuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  askableDetails,
  detailsOf,
  inputOfDetail,
  labelOfDetail,
} from '../../features/payments/checkout/page/page.exports.ts';
import { isTooPrecise } from '../../features/payments/too-precise.ts';
import { useQuickPayProviders } from '../../features/payments/use-quick-pay-providers.ts';
import { useCountries } from '../../lib/queries/countries.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { isSignedIn, sessionQuery } from '../../lib/session/session.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { PlainField } from '../../ui/form/plain-field.tsx';
import { PlainSelect } from '../../ui/form/plain-select.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PlainForm, PlainPart, useAddress } from './plain-form.tsx';
import { usePlainPayment } from './use-plain-payment.ts';

/**
 * The ways to pay an order by its link without scripts, on a provider's own page. Only the server draws them, so they
 * are in no file that a browser loads.
 */
export function PlainWays({ order }: { order: QuickPayOrder }) {
  const session = useQuery(sessionQuery).data?.userSession;
  const { open, isWaiting } = usePlainPayment(order);
  // Staff look at the page and can't pay.
  const isStaff = isSignedIn(session) && !session.isAccountUser;
  return isStaff || open || isWaiting || !canBePaid(order) ? null : <Ways order={order} />;
}

/** The providers that need no scripts, or the form of the one that was chosen. */
function Ways({ order }: { order: QuickPayOrder }) {
  const { t } = useTranslation();
  const { contact, culture } = useTenant();
  const { provider: key } = useSearch({ strict: false });
  const address = useAddress(order);
  const { providers, isPending } = useQuickPayProviders(order);
  // The server has waited too long for them.
  if (isPending) return <Link {...address}>{t('payments.checkAgain')}</Link>;
  // The page says already that it can't be paid online.
  if (providers.length === 0 || order.isoCurrencyCode !== culture.isoCurrencyCode) return null;
  const onPages = providers.filter(({ kind }) => kind === 'page' || kind === 'express');
  const chosen = onPages.find(
    (provider) =>
      provider.kind === 'page' &&
      provider.key === key &&
      !isTooMuch(order, provider) &&
      !isTooPrecise(provider, order.outstandingAmount),
  );
  return (
    <PlainPart
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
    </PlainPart>
  );
}

const isTooMuch = ({ outstandingAmount }: QuickPayOrder, { maxPayment }: PaymentProvider) =>
  maxPayment !== null && outstandingAmount > maxPayment;

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
  if (isTooMuch(order, provider))
    return <p>{t('payments.tooMuch', { provider: displayName, amount: amount(maxPayment ?? 0) })}</p>;
  if (isTooPrecise(provider, outstandingAmount))
    return <p>{t('payments.tooPrecise', { provider: displayName, amount: amount(outstandingAmount) })}</p>;
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
  const { data } = useQuery({
    ...callQuery(validateAccount, {
      params: { providerKey: provider.key, accountGuid: order.account.guid },
      query: { siteId: order.siteId },
    }),
    meta: { showsFailure: true },
  });
  const address = useAddress(order, { provider: provider.key });
  const countries = useCountries().data?.countries ?? [];
  if (!data) return <Link {...address}>{t('payments.checkAgain')}</Link>;
  const missing = detailsOf(data.missingFields);
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
      {t('payments.goOn')}
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
