import type { QuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
import { takesPasswords } from '@quayside/contract/tenant/tenant.ts';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { PaymentPlacesProvider } from '../../features/payments/payment-places.ts';
import { OwnerSignIn, signInHintId } from '../../features/quick-pay/owner-sign-in.tsx';
import { useQuickPayOrder } from '../../features/quick-pay/use-quick-pay-order.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { isSignedIn, sessionQuery } from '../../lib/session/session.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadingSkeleton } from '../../ui/loading/loading-skeleton.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { LinkLayout } from '../public/link-layout.tsx';
import styles from './layout.module.css';
import { linkPaymentPlaces } from '../checkout/link-payment-places.ts';
import { allowedReturn, type QuickPay, QuickPayProvider, useQuickPay } from './quick-pay.ts';
import { PaymentSteps } from './payment-steps.tsx';

const OrderFailure = lazyPart(async () => (await import('../../features/quick-pay/order-failure.tsx')).OrderFailure);

/** Only a signed-in reader can be asked for proof of identity. */
const ProveIdentityDialog = lazyPart(
  async () => (await import('../../features/passwords/prove-identity-dialog.tsx')).ProveIdentityDialog,
);

const SignOnRefusalAlert = lazyPart(
  async () => (await import('../../features/sign-on/sign-on-refusal.tsx')).SignOnRefusalAlert,
);

/** The layout of a pay link's pages: the marina, the order, the current step, and the way to the portal. */
export function QuickPayLayout() {
  const { orderGuid } = useParams({ strict: false });
  return <OfOrder key={orderGuid} guid={orderGuid ?? ''} />;
}

/**
 * Reloads a pay link's page that the browser restores from its back/forward cache. Its order may be paid meanwhile, and
 * the dialog of the way to that payment still stands. The pages of somebody signed in: `lib/session/restored-page.ts`.
 */
function reloadWhenRestored() {
  const look = ({ persisted }: PageTransitionEvent) => {
    if (persisted) location.reload();
  };
  addEventListener('pageshow', look);
  return () => removeEventListener('pageshow', look);
}

function OfOrder({ guid }: { guid: string }) {
  const { t } = useTranslation();
  useEffect(reloadWhenRestored, []);
  const { data, error, refetch } = useQuickPayOrder(guid);
  const session = useQuery(sessionQuery);
  if (data && !session.isPending)
    return <Known order={data.order} isOutdated={error !== null} session={session.data?.userSession} />;
  return (
    <LinkLayout site={undefined} isWide>
      <PageHeading title={t('quickPay.title')} />
      <Suspense fallback={<Loading />}>
        {error ? <OrderFailure error={error} onRetry={refetch} /> : <Loading />}
      </Suspense>
    </LinkLayout>
  );
}

const Loading = () => <LoadingSkeleton heights={[64, 56, 320]} />;

type Session = Parameters<typeof isSignedIn>[0];

function Known({ session, ...link }: Pick<QuickPay, 'order' | 'isOutdated'> & { session: Session }) {
  const { referrer } = useSearch({ from: '/quickPay' });
  const { allowedReturnUrls } = useTenant();
  const { order } = link;
  const owner = isSignedIn(session) && session.accountGuid === order.account.guid ? session : null;
  const places = useMemo(() => linkPaymentPlaces(order.guid, referrer), [order.guid, referrer]);
  const quickPay: QuickPay = { ...link, owner, returnUrl: allowedReturn(referrer, allowedReturnUrls) };
  return (
    <QuickPayProvider value={quickPay}>
      <PaymentPlacesProvider value={places}>
        <LinkLayout site={order.site} isWide footer={<SignInFooter />}>
          <div className={styles.page}>
            <OrderHead order={order} />
            {owner?.isAccountUser && (
              <Suspense>
                <SignOnRefusalAlert />
              </Suspense>
            )}
            <PaymentSteps order={order}>
              <Outlet />
            </PaymentSteps>
          </div>
          {owner?.isAccountUser && (
            <Suspense>
              <ProveIdentityDialog />
            </Suspense>
          )}
        </LinkLayout>
      </PaymentPlacesProvider>
    </QuickPayProvider>
  );
}

/**
 * The heading of the order. Once it is paid, it no longer names an outstanding amount (decision P4.27). Nor does it
 * beside the result of a payment, which the amount may not know yet.
 */
function OrderHead({ order }: { order: QuickPayOrder }) {
  const { t } = useTranslation();
  const { amountIn } = useFormat();
  const { pathname } = useLocation();
  const { id, account, outstandingAmount, isoCurrencyCode } = order;
  const isResult = /\/confirmation\/?$/i.test(pathname);
  return (
    <div className={styles.head}>
      <p>
        <strong>{t('orders.number', { id })}</strong>
        {account.name && <span>{t('quickPay.for', { name: account.name })}</span>}
      </p>
      {outstandingAmount > 0 && !isResult && (
        <p className={styles.due}>
          <span>{t('orders.outstanding')}</span>
          <strong>{amountIn(isoCurrencyCode, outstandingAmount)}</strong>
        </p>
      )}
    </div>
  );
}

// Loaded late, because most owners have registered already.
const OwnerRegistration = lazyPart(
  async () => (await import('../../features/quick-pay/owner-registration.tsx')).OwnerRegistration,
);
const RenewalCodeForm = lazyPart(
  async () => (await import('../../features/registration/renewal-code-form.tsx')).RenewalCodeForm,
);

/**
 * The way from an order's link into the portal (REG-8). Hidden beside the card's fields, so that the payer does one
 * thing at a time.
 */
function SignInFooter() {
  const { t } = useTranslation();
  const { authProviders } = useTenant();
  const { pathname } = useLocation();
  const { order, owner } = useQuickPay();
  if (/\/(checkout|cvv)\/?$/i.test(pathname)) return null;
  if (owner)
    return (
      <Part title={t('quickPay.signedIn')}>
        <LinkButton to="/secure/dashboard">{t('quickPay.toDashboard')}</LinkButton>
      </Part>
    );
  if (!order.account.registeredForPortal) return takesPasswords(authProviders, 'register') && <Register />;
  return takesPasswords(authProviders, 'login') ? (
    <SignIn />
  ) : (
    <Part title={t('quickPay.signInTitle')}>
      <LinkButton to="/login">{t('quickPay.toPortal')}</LinkButton>
    </Part>
  );
}

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section className={styles.footer} aria-label={title} data-needs-scripts>
      <h2>{title}</h2>
      {hint && <p id={signInHintId}>{hint}</p>}
      <Suspense>{children}</Suspense>
    </section>
  );
}

function SignIn() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { order } = useQuickPay();
  return (
    <Part title={t('quickPay.signInTitle')} hint={t('quickPay.signInHint', { name: order.account.name })}>
      <OwnerSignIn
        accountGuid={order.account.guid}
        onSignedIn={() => navigate({ to: '/secure/dashboard', replace: true })}
      />
    </Part>
  );
}

function Register() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { order } = useQuickPay();
  const codeForm = (
    <RenewalCodeForm
      givenCode=""
      onOpened={({ renewalToken, accountGuid }) =>
        navigate({ to: '/register/complete/$renewalToken/$accountGuid', params: { renewalToken, accountGuid } })
      }
      onAlreadyRegistered={() => navigate({ to: '/login', state: { notice: 'alreadyRegistered' } })}
    />
  );
  return (
    <Part title={t('quickPay.registerTitle')} hint={t('quickPay.registerHint')}>
      <OwnerRegistration orderGuid={order.guid} codeForm={codeForm} />
    </Part>
  );
}
