import { takesPasswords } from '@quayside/contract/tenant.ts';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { SignInHere, signInHintId } from '../../features/quick-pay/sign-in-here.tsx';
import { useTenant } from '../../lib/tenant.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import styles from './layout.module.css';
import { useQuickPay } from './quick-pay.ts';

// Loaded late, because most owners have registered already.
const RegisterHere = lazyPart(async () => (await import('../../features/quick-pay/register-here.tsx')).RegisterHere);
const RenewalCodeForm = lazyPart(
  async () => (await import('../../features/registration/renewal-code-form.tsx')).RenewalCodeForm,
);

/**
 * The way from an order's link into the portal (REG-8). Hidden beside the card's fields, so that the payer does one
 * thing at a time.
 */
export function SignInFooter() {
  const { t } = useTranslation();
  const { authProviders } = useTenant();
  const { pathname } = useLocation();
  const { order, owner } = useQuickPay();
  if (/\/(checkout|cvv)\/?$/.test(pathname)) return null;
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
    <section className={styles.footer} aria-label={title}>
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
      <SignInHere
        accountGuid={order.account.guid}
        onSignedIn={() => void navigate({ to: '/secure/dashboard', replace: true })}
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
      <RegisterHere orderGuid={order.guid} codeForm={codeForm} />
    </Part>
  );
}
