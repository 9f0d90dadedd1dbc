import { type PagePath, portalPages } from '@quayside/contract/portal/portal-routes.ts';
import type { Page } from '@playwright/test';
import { readAddresses } from './addresses.ts';
import { cards, expect, expectReceived, openCheckout, pay, typeAddress, typeCard } from './components.ts';
import { expectLoaded, type MarinaInBrowser } from './full-marina-fixtures.ts';
import { appAddress } from './partner-apps.ts';
import type { Clicked, Screen } from './screen.ts';
import { wordsOf } from './portal-texts.ts';

const byLink = <At extends string>(at: At) => `/quick-pay/:orderGuid/${at}` as const;

/** Screens before signing in that need something prepared, or a look at more than the page itself. */
const preparedPublicScreens: readonly Screen[] = [
  { name: 'login', routes: ['/', '/login'], at: '/login?f=1', provokes: true },
  {
    name: 'code',
    routes: ['/register', '/register/renewal-token'],
    at: '/register/renewal-token',
    provokes: true,
  },
  {
    name: 'registration',
    routes: ['/register/complete', '/register/complete/:renewalToken/:accountGuid'],
    at: ({ registration }) => registration,
    provokes: true,
  },
  { name: 'wrong code', routes: [], at: '/register/complete/N0TAC0DE99/00000000-0000-4000-8000-000000000000' },
  { name: 'forgotten password', routes: ['/forgotten-password'], at: '/forgotten-password', provokes: true },
  {
    name: 'new password',
    routes: ['/password-reset', '/passwordResetForm/:token'],
    at: ({ reset }) => reset,
    provokes: true,
  },
  { name: 'spent link', routes: [], at: ({ spentReset }) => spentReset },
  {
    name: 'address to confirm',
    routes: ['/confirm-address', '/confirm-address/:token'],
    at: ({ confirmAddress }) => confirmAddress,
  },
  { name: 'spent link to confirm', routes: [], at: '/confirm-address/spent' },
  { name: 'refused sign-on', routes: ['/sso-redirect'], at: '/sso-redirect?f=unavailable' },
  { name: 'sign-on to confirm', routes: ['/sso-confirm/:providerKey'], at: '/sso-confirm/harbour-id' },
  {
    name: 'consents',
    routes: ['/consent-management', '/consent-management/:accountGuid', '/consentManagement/:accountId/:accountGuid'],
    at: ({ consents }) => consents,
  },
  {
    name: 'short link of a mail',
    routes: ['/redirect', '/redirect/:id/:token'],
    at: '/redirect/1/unknown',
  },
  { name: 'spent short link', routes: [], at: '/redirect/none/unknown' },
  { name: 'agreement by a link', routes: ['/quick-sign/:id'], at: ({ quickSign }) => quickSign },
  {
    name: 'way to the bank',
    routes: ['/three-d-s', '/three-d-s-callback'],
    at: '/three-d-s',
    hasNoSelector: true,
  },
  {
    name: 'pay link',
    routes: ['/quick-pay/:orderGuid', '/quick-pay/:orderGuid/review'],
    at: ({ payLink }) => payLink,
  },
  {
    name: 'payment by a pay link',
    routes: (['confirmation', 'error', 'paysafe/confirmation', 'paysafe/error'] as const).map(byLink),
    at: (paths) => `${paths.payLink}/paysafe/confirmation?reference=unknown-payment`,
  },
  { name: 'link for staff', routes: ['/staff-view'], at: ({ staffView }) => staffView },
  {
    name: 'back from PayPal to a pay link',
    routes: (['paypal/success', 'paypal/cancel'] as const).map(byLink),
    at: (paths) => `${paths.payLink}/paypal/success?token=NOBODYKNOWSTHIS01&PayerID=PAYER`,
  },
  {
    name: 'back from a provider',
    routes: ['/payment-processed/:paymentRef'],
    at: '/payment-processed/QS-00000000',
  },
  { name: 'spent link for staff', routes: [], at: '/staff-view' },
];

/** Screens of staff who view a customer's portal. The first opens the session of the others. */
export const staffScreens: readonly Screen[] = [
  { name: 'alerts for staff', routes: [], open: openStaffView },
  { name: 'dashboard for staff', routes: [], at: '/secure/dashboard' },
  { name: 'account for staff', routes: [], at: '/secure/account/edit' },
  { name: 'orders for staff', routes: [], open: openOrders },
  { name: 'agreement for staff', routes: [], at: ({ toSign }) => toSign },
];

/** Screens of a signed-in customer. */
const preparedSecureScreens: readonly Screen[] = [
  { name: 'alerts', routes: [], open: openAlerts },
  { name: 'dashboard', routes: ['/secure/dashboard'], at: '/secure/dashboard' },
  { name: 'account', routes: ['/secure/account/edit'], at: '/secure/account/edit', provokes: true },
  { name: 'contact', routes: ['/secure/contact-us'], at: '/secure/contact-us', provokes: true },
  { name: 'upload', routes: [], open: openUpload },
  { name: 'orders', routes: ['/secure/orders/outstanding'], open: openOrders },
  { name: 'app', routes: ['/secure/micro-app'], at: appAddress({ id: 'tides-and-weather' }) },
  {
    name: 'agreement that was signed',
    routes: ['/secure/agreements/signed/:agreementGuid'],
    at: ({ signed }) => signed,
  },
  {
    name: 'agreement to sign',
    routes: ['/secure/agreements/unsigned/:agreementGuid'],
    at: ({ toSign }) => toSign,
  },
  { name: 'order', routes: ['/secure/account/order/:orderId'], at: ({ order }) => order },
  {
    name: 'order history',
    routes: ['/secure/account/order-history'],
    at: '/secure/account/order-history?dates=custom',
  },
  {
    name: 'payment history',
    routes: ['/secure/account/payment-history'],
    at: '/secure/account/payment-history?dates=custom',
  },
  {
    name: 'payment of the history',
    routes: ['/secure/account/payment/:paymentId'],
    at: ({ paid }) => paid,
  },
  { name: 'estimates', routes: ['/secure/estimates'], at: '/secure/estimates?status=All&dates=custom' },
  { name: 'estimate', routes: ['/secure/estimates/:estimateId'], at: ({ estimate }) => estimate },
  { name: 'stays', routes: ['/secure/account/my-stays'], at: '/secure/account/my-stays?filter=All' },
  {
    name: 'received',
    routes: ['/secure/paysafe/checkout/confirmation'],
    at: ({ payment }) => payment,
  },
  {
    name: 'received by a page',
    routes: ['/secure/payment/confirmation'],
    at: ({ payment }) => payment.replace('paysafe/checkout', 'payment'),
  },
  {
    name: 'failed on a page',
    routes: ['/secure/payment/error'],
    at: '/secure/payment/error?reference=unknown-payment',
  },
  {
    name: 'failed',
    routes: ['/secure/paysafe/error'],
    at: '/secure/paysafe/error?reference=unknown-payment',
  },
  {
    name: 'back from PayPal with a name that nobody knows',
    routes: ['/secure/paypal-success'],
    at: '/secure/paypal-success?token=NOBODYKNOWSTHIS01&PayerID=PAYER',
  },
  { name: 'waiting', routes: [], at: ({ pending }) => pending },
];

/** Screens of a customer with a stored card: on the way to the provider, and the card itself. */
export const payingScreens: readonly Screen[] = [
  { name: 'checkout', routes: ['/secure/paysafe/checkout'], open: openCheckoutIn },
  { name: 'security code', routes: ['/secure/paysafe/checkout/cvv'], open: openSecurityCode },
  { name: 'pay now', routes: ['/secure/clear-accept/checkout'], open: openPayNowIn, provokes: true },
  { name: 'pay now, card', routes: [], open: openCardIn },
  { name: 'my cards', routes: ['/secure/manage-payment-methods'], at: '/secure/manage-payment-methods' },
  {
    name: 'checkout by a pay link',
    routes: (['checkout', 'cvv', 'clear-accept/checkout'] as const).map(byLink),
    open: openCheckoutByLink,
  },
];

/** All other pages whose address is their path. A new one is walked without a line here. */
const plainScreens: readonly Screen[] = (Object.keys(portalPages) as PagePath[])
  .filter((path) => !path.includes(':') && !isPrepared(path))
  .map((path) => ({ name: path, routes: [path], at: path }));

function isPrepared(path: PagePath): boolean {
  const prepared = [...preparedPublicScreens, ...preparedSecureScreens, ...payingScreens];
  return prepared.some(({ routes }) => routes.includes(path));
}

const isSecure = ({ name }: Screen) => name.startsWith('/secure/');

/** Screens before signing in. */
export const publicScreens = [...preparedPublicScreens, ...plainScreens.filter((screen) => !isSecure(screen))];

/** Screens of a signed-in customer. */
export const secureScreens = [...preparedSecureScreens, ...plainScreens.filter(isSecure)];

/** Dialogs over the screens of a customer with a stored card. */
export const dialogScreens: readonly Screen[] = [
  { name: 'delete a card', routes: [], open: openOver('/secure/manage-payment-methods', 'cards.delete') },
  { name: 'add a card', routes: [], open: openOver('/secure/manage-payment-methods', 'cards.addCard') },
  { name: 'add an address', routes: [], open: openOver('/secure/manage-payment-methods', 'cards.addAddress') },
  { name: 'address of a card', routes: [], open: openOver('/secure/manage-payment-methods', 'cards.billingAddress') },
  { name: 'menu on a phone', routes: [], open: openMenu },
  { name: 'ways to pay on a phone', routes: [], open: openPaySheet },
  { name: 'payment to confirm', routes: [], open: openConfirmation },
  { name: 'question of the bank', routes: [], open: openBank },
  { name: 'recipient of a receipt', routes: [], open: openRecipient },
  // The last one, because the session ends soon after it.
  { name: 'end of the session', routes: [], open: openSessionEnd },
];

export const screens: readonly Screen[] = [...publicScreens, ...staffScreens, ...secureScreens, ...payingScreens];

async function openCheckoutByLink({ open, paths }: MarinaInBrowser, page: Page, language: string): Promise<void> {
  await open(paths.payLink);
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: wordsOf(language)['payments.checkout'] ?? '' }).click();
  await expect(page).toHaveURL(/\/checkout$/);
  await page.getByRole('radio').last().check();
  await expect(page.locator('iframe')).toHaveCount(3);
  await expectLoaded(page);
}

async function openAlerts({ open }: MarinaInBrowser, page: Page): Promise<void> {
  await open('/secure/dashboard');
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function openStaffView({ open, paths }: MarinaInBrowser, page: Page, language: string): Promise<void> {
  await open(paths.staffView);
  await page.getByRole('button', { name: wordsOf(language)['staffView.open'] ?? '' }).click();
  await expect(page).toHaveURL(/dashboard$/);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectLoaded(page);
}

/** Opens a dialog by the first button with this text. */
function openOver(path: string, text: string): Clicked['open'] {
  return async ({ open }, page, language) => {
    await open(path);
    const words = wordsOf(language)[text] ?? '';
    await page.getByRole('main').getByRole('button').filter({ hasText: words }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };
}

const phone = { width: 360, height: 740 };

async function openMenu({ open }: MarinaInBrowser, page: Page, language: string): Promise<void> {
  await open('/secure/boats');
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: wordsOf(language)['header.openMenu'] ?? '' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function openPaySheet({ open }: MarinaInBrowser, page: Page, language: string): Promise<void> {
  await page.setViewportSize(phone);
  await open('/secure/orders/outstanding');
  await page.getByRole('button', { name: wordsOf(language)['payments.payNow'] ?? '' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function openUpload({ open }: MarinaInBrowser, page: Page): Promise<void> {
  await open('/secure/documents');
  await page.locator('main li button:enabled').last().click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function openOrders({ open }: MarinaInBrowser, page: Page): Promise<void> {
  await open('/secure/orders/outstanding');
  const future = page.getByRole('switch');
  if (!(await future.isChecked())) await future.check();
}

async function openCheckoutIn({ open }: MarinaInBrowser, page: Page, language: string): Promise<void> {
  await open('/secure/orders/outstanding');
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: wordsOf(language)['payments.checkout'] ?? '' }).click();
  await expect(page).toHaveURL(/paysafe\/checkout$/);
  await page.getByRole('radio').last().check();
  await expect(page.locator('iframe')).toHaveCount(3);
  await expectLoaded(page);
}

async function openPayNowIn({ open }: MarinaInBrowser, page: Page, language: string): Promise<void> {
  await open('/secure/orders/outstanding');
  await page.getByRole('radio').last().check();
  await page.getByRole('button', { name: wordsOf(language)['payments.checkout'] ?? '' }).click();
  await expect(page).toHaveURL(/clear-accept\/checkout$/);
  await expectLoaded(page);
  await page.getByRole('radio').last().check();
}

async function openCardIn(marina: MarinaInBrowser, page: Page, language: string): Promise<void> {
  await openPayNowIn(marina, page, language);
  await typeAddressIn(page);
  await page.locator('main form button[type=submit]').click();
  await expect(page.locator('iframe')).toHaveCount(3);
  await expectLoaded(page);
}

async function openSecurityCode(marina: MarinaInBrowser, page: Page, language: string): Promise<void> {
  await openCheckoutIn(marina, page, language);
  await page.getByRole('radio').first().check();
  await page.locator('main form button[type=submit]').click();
  await expect(page).toHaveURL(/checkout\/cvv$/);
  await expectLoaded(page);
}

/** Types a billing address in any language. */
async function typeAddressIn(page: Page): Promise<void> {
  await page.locator('[autocomplete="billing country"]').selectOption('GB');
  for (const [field, value] of [
    ['address-line1', '1 Quay Road'],
    ['address-level2', 'Saltmarsh'],
    ['postal-code', 'SM1 1AA'],
  ])
    await page.locator(`[autocomplete="billing ${field}"]`).fill(value ?? '');
}

/** Opens the last question before a payment by a new card. */
async function openConfirmation(marina: MarinaInBrowser, page: Page, language: string): Promise<void> {
  await openCheckoutIn(marina, page, language);
  await typeCard(page, '4206720814705635');
  const nameOnCard = page.locator('[autocomplete="cc-name"]');
  if ((await nameOnCard.inputValue()) === '') await nameOnCard.fill('Robin Test');
  if (await page.locator('[autocomplete="billing country"]').isVisible()) await typeAddressIn(page);
  await page.locator('main form button[type=submit]').click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** Opens the bank's own page, which only 3-D Secure 1 shows in a dialog of the portal. */
async function openBank(marina: MarinaInBrowser, page: Page, language: string): Promise<void> {
  await marina.robin.changeProvider({ force3dsV1: true, bankOrigins: [readAddresses().bankUrl] });
  await openConfirmation(marina, page, language);
  await page.getByRole('dialog').getByRole('button').last().click();
  await expect(page.getByRole('dialog').locator('iframe').contentFrame().getByRole('textbox')).toBeVisible();
}

async function openRecipient({ open, paths, robin }: MarinaInBrowser, page: Page, language: string): Promise<void> {
  const { db, id } = robin.marina.tenant;
  await db.updateTable('accounts').set({ email: '' }).where('tenant_id', '=', id).execute();
  await open(paths.paid);
  await page.getByRole('button', { name: wordsOf(language)['payments.emailReceipt'] ?? '' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** Lets the session end in two minutes, so that the portal warns as soon as a page is opened. */
async function openSessionEnd({ open, robin }: MarinaInBrowser, page: Page): Promise<void> {
  const expires_at = new Date(Date.now() + 110_000);
  await robin.marina.tenant.db.updateTable('sessions').set({ expires_at, last_seen_at: new Date() }).execute();
  await open('/secure/contact-us');
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** Pays once and keeps the card, so that there is one to choose. */
export async function keepACard(page: Page, { robin }: MarinaInBrowser): Promise<void> {
  await openCheckout(page, robin.url);
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await page.getByRole('checkbox', { name: /Save this card/ }).check();
  await pay(page);
  await expectReceived(page);
  await expect(page.getByText('Your card is saved for next time.')).toBeVisible();
  await robin.addOrder({});
}
