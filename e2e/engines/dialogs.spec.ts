import { makeDocumentType, makeIneligibleCard } from '../../apps/server/src/testing/factories/papers.ts';
import { presentCard } from '../../apps/server/src/testing/payments/card-payments.ts';
import {
  givePageProvider,
  registerPaypal,
  registerRedirect,
} from '../../apps/server/src/testing/payments/page-payments.ts';
import { withWallets } from '../../apps/server/src/testing/payments/wallet-payments.ts';
import { apiBase } from '../../packages/contract/src/shared/call.ts';
import { appAddress } from '../partner-apps.ts';
import type { Debtor } from '../unpaid-orders.ts';
import { cards, expect, test } from './engine-test.ts';
import { button, css, dialog, field, heading, link, text, type Wanted } from './find-element.ts';
import { askToPay, openCheckout, pay, payDialog, typeAddress, typeCard } from './journeys.ts';
import type { Tab } from './tab.ts';

const widths = { extraLarge: 1140, popup: 1000, large: 800, question: 1000 };
const desk = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };
/** `npm run test:screens` looks at the dialogs with axe too. */
const isEveryState = process.env.EVERY_STATE === 'on';

/**
 * Measures the top dialog: its place, the visible part of its content, the controls that nobody can reach, and the
 * labels that are higher than their frames.
 */
function measure() {
  const dialogs = [...document.querySelectorAll('dialog[open]')];
  const top = dialogs.findLast((one) => !one.querySelector('dialog[open]')) as HTMLDialogElement;
  const { left, top: above, right, bottom, width, height } = top.getBoundingClientRect();
  const body = top.querySelector('h2')?.parentElement?.nextElementSibling;
  const unreached = [...top.querySelectorAll('button, a[href], input, select, textarea, iframe')].filter((element) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = element.getBoundingClientRect();
    const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    return ![element, ...labels].some((one) => one.contains(found));
  });
  const cut = [...top.querySelectorAll('label')].filter(
    ({ clientHeight, scrollHeight }) => clientHeight > 0 && scrollHeight > clientHeight + 1,
  );
  return {
    cut: cut.map(({ textContent }) => textContent),
    unreached: unreached.map((element) => element.outerHTML.slice(0, 100)),
    isInside: left >= 0 && above >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5,
    isMoving: top.getAnimations().length > 0,
    width: Math.round(width),
    room: innerHeight - height,
    hidden: body ? body.scrollHeight - body.clientHeight : 0,
    shown: body?.clientHeight ?? 0,
    sideways: body ? body.scrollWidth - body.clientWidth : 0,
    pageSideways: document.documentElement.scrollWidth - innerWidth,
  };
}

/**
 * Checks that it has the width of its kind, shows all its content or as much as fits, and stays on the screen of a
 * phone.
 */
async function expectFits(tab: Tab, wanted: Wanted, kind: keyof typeof widths): Promise<void> {
  await tab.see(wanted);
  for (const window of [phone, desk]) {
    await tab.resize(window.width, window.height);
    const title = `${wanted.name} at ${window.width}`;
    // The page follows its window with its next drawing, and a part of it may load then.
    await expect(async () => {
      const { isMoving, isInside, room, hidden, shown, width, unreached, cut, ...over } = await tab.look(measure, null);
      expect(isMoving, `${title}: moves`).toBe(false);
      expect(isInside, `${title}: inside the window`).toBe(true);
      // Hidden content scrolls, in a dialog of the maximum height.
      expect(hidden <= 1 || room <= 50, `${title}: ${hidden} px hidden of a body of ${shown} px`).toBe(true);
      expect(shown, `${title}: the height of its body`).toBeGreaterThanOrEqual(20);
      expect(over.sideways, `${title}: sideways`).toBeLessThanOrEqual(1);
      expect(over.pageSideways, `${title}: the page behind it, sideways`).toBeLessThanOrEqual(0);
      expect(unreached, `${title}: what can't be reached`).toEqual([]);
      expect(cut, `${title}: what is higher than its frame`).toEqual([]);
      if (window === desk) expect(width, title).toBe(widths[kind]);
    }).toPass({ timeout: 15_000 });
    if (isEveryState) await tab.expectAccessible(title);
  }
}

test('[SHELL-18] [DASH-4] the alerts, their upload and question, and the phone’s menu show all they have', async ({
  tab,
  signedIn,
  indebted,
}) => {
  const robin = await indebted([{}], { settings: { features: { 'ineligible-vaulted-cards': true } } });
  const { db, id } = robin.marina.tenant;
  await makeDocumentType(db, id, { name: 'Gas certificate' });
  await makeIneligibleCard(db, robin.owner, { lastDigits: '5100' });
  await signedIn(robin.url, robin);
  await tab.open(`${robin.url}/secure/dashboard`);
  const alerts = dialog('These need your attention');
  await expectFits(tab, alerts, 'extraLarge');
  await tab.click(button('Delete Visa ending 5100'));
  const sure = dialog('Delete this card?');
  await expectFits(tab, sure, 'question');
  await tab.click(button('No, keep', sure));
  await tab.click(button('Upload Gas certificate', alerts));
  const upload = dialog('Upload: Gas certificate');
  await expectFits(tab, upload, 'large');
  await tab.click(button('Back', upload));
  await tab.pressEscape();
  await tab.miss(alerts);

  await tab.resize(phone.width, phone.height);
  await tab.click(button('Open the menu'));
  await tab.click(link('My account', dialog('Menu')));
  await tab.see(heading('My account'));
});

test('[SHELL-18] [CARD-11] [CARD-4] dialogs keep and change cards and addresses, until the session ends', async ({
  tab,
  signedIn,
  indebted,
  sandboxUrl,
}) => {
  const robin = await indebted([]);
  await signedIn(robin.url, robin);
  await tab.open(`${robin.url}/secure/manage-payment-methods`);
  await keepCard(tab, robin, sandboxUrl);
  await tab.open(`${robin.url}/secure/manage-payment-methods`);
  await tab.click(button('Billing address Visa ending 1000'));
  const cardAddress = dialog('Visa ending 1000');
  await expectFits(tab, cardAddress, 'extraLarge');
  await tab.pressEscape();
  await tab.click(button('Add card'));
  const addingCard = dialog('Add card');
  await expectFits(tab, addingCard, 'extraLarge');
  // Not by Escape: the focus is in the provider's frame, which keeps all keys to itself.
  await tab.click(button('Close', addingCard));
  await tab.click(button('Add address'));
  const adding = dialog('Add address');
  await expectFits(tab, adding, 'extraLarge');
  await tab.fill(field('Name for this address', adding), 'Home');
  await typeAddress(tab);
  await tab.click(button('Save address', adding));
  await tab.click(button('Delete Home'));
  const sure = dialog('Delete this address?');
  await expectFits(tab, sure, 'question');
  await tab.click(button('Yes, delete', sure));
  await tab.miss(sure);

  // It can't be put off any more, so that opening the page doesn't.
  const { db } = robin.marina.tenant;
  const expires_at = new Date(Date.now() + 110_000);
  await db.updateTable('sessions').set({ expires_at, last_seen_at: new Date() }).execute();
  await tab.open(`${robin.url}/secure/contact-us`);
  const ending = dialog('Are you still there?');
  await expectFits(tab, ending, 'question');
  await tab.click(button('Sign out now', ending));
  await tab.expectAddress(/\/login$/);
});

/** Keeps a card with an address of its own in the provider's vault, as the portal does. */
async function keepCard(tab: Tab, { merchant, account }: Debtor, sandboxUrl: string): Promise<void> {
  const { token } = await presentCard(sandboxUrl, merchant, cards.frictionless);
  const place = { nickName: 'Mooring', address1: '1 Quay Road', town: 'Saltmarsh', postcode: 'SM1 1AA', country: 'GB' };
  const status = await tab.look(
    async ([address = '', body = '']) => {
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch(address, { method: 'POST', headers, body })).status;
    },
    [
      `${apiBase}paysafe/profiles/by-guid/${account.guid}/card`,
      JSON.stringify({ token, holderName: 'Robin Test', address: place }),
    ],
  );
  expect(status).toBe(200);
}

/** The page's calls to this path are never answered from now on. */
function silence(tab: Tab, path: string): Promise<void> {
  return tab.look((part) => {
    const real = window.fetch;
    window.fetch = (input, options) =>
      (input instanceof Request ? input.url : String(input)).includes(part)
        ? new Promise(() => undefined)
        : real(input, options);
  }, path);
}

test('[SHELL-18] [CARD-7] [CARD-6] a paying wallet, a card form that did not start, the bank’s page', async ({
  tab,
  signedIn,
  indebted,
  sandboxUrl,
  bankUrl,
}) => {
  const robin = await indebted([{}], { provider: { force3dsV1: true, bankOrigins: [bankUrl] } });
  const { googlePay } = (await withWallets(sandboxUrl, robin.merchant)).settings;
  await robin.changeProvider({ googlePay });
  await signedIn(robin.url, robin);
  await tab.open(`${robin.url}/secure/orders/outstanding`);
  await tab.click(button('Buy with Google Pay'));
  const sheet = tab.within('iframe[title="Google Pay"]');
  await sheet.see({ ...button('Pay'), isReady: true });
  await silence(tab, 'single-use-token');
  await sheet.click(button('Pay'));
  await expectFits(tab, dialog('Paying with your wallet'), 'question');

  await robin.fault({ operation: 'fields.setup', kind: 'status', times: 1 });
  // The same address again would be a reload, which scrolls to the place before while the button is clicked.
  await tab.open(`${robin.url}/secure/orders/outstanding?order=${robin.orderIds[0] ?? 0}`);
  await tab.click(button('Checkout'));
  const broken = dialog('The card form did not start');
  await expectFits(tab, broken, 'question');
  await tab.click(button('OK', broken));
  await tab.miss(broken);
  await typeCard(tab, '4206720814705635');
  await typeAddress(tab);
  await pay(tab);
  const bank = dialog('Confirmation by your bank');
  const page = tab.within('iframe[title="Confirmation by your bank"]');
  await page.see(field('Code'));
  await expectFits(tab, bank, 'popup');
  await page.fill(field('Code'), '1234');
  await page.click(button('Confirm'));
  await tab.see(heading('Payment received'));
});

test('[SHELL-18] [CARD-5] the questions and answers on the way to a receipt are in dialogs of the right size', async ({
  tab,
  signedIn,
  indebted,
}) => {
  const robin = await indebted([{}], { account: { email: '', phone: '', mobile: '' } });
  await signedIn(robin.url, robin);
  await openCheckout(tab, robin.url);
  await typeCard(tab, cards.frictionless);
  await typeAddress(tab);
  await askToPay(tab);
  await expectFits(tab, payDialog, 'question');
  await tab.click({ role: 'button', part: 'Pay £', within: payDialog });
  const contact = dialog('How can your bank reach you?');
  await expectFits(tab, contact, 'question');
  await tab.fill(css('input[type=tel]', contact), '+44 7700 900123');
  await tab.click(css('[type=submit]', contact));
  await tab.see(heading('Payment received'));
  await tab.click(button('E-mail receipt'));
  await expectFits(tab, dialog('E-mail the receipt'), 'large');
});

test('[SHELL-18] [PROV-3] [PROV-7] a provider with its own page: details, a blocked window and an open one', async ({
  tab,
  signedIn,
  indebted,
  sandboxUrl,
}) => {
  const robin = await indebted([{}], { account: { town: '' } });
  const { db, id } = robin.marina.tenant;
  const merchant = await registerRedirect({ url: sandboxUrl });
  await givePageProvider(db, id, merchant, { requiredFields: ['town'] });
  await signedIn(robin.url, robin);
  await tab.open(`${robin.url}/secure/orders/outstanding`);
  await tab.click(field('Lighthouse Pay'));
  await tab.look(() => {
    window.open = () => null;
  }, null);
  await tab.click(button('Checkout'));
  const details = dialog('Some details are missing');
  await expectFits(tab, details, 'popup');
  await tab.fill(field('Town or city', details), 'Saltmarsh');
  await tab.click(css('[type=submit]', details));
  const blocked = dialog('The payment window was blocked');
  await expectFits(tab, blocked, 'question');

  // A window that is there as far as this page can tell: what it shows is the other tests' business.
  await tab.look(() => {
    const opened = { closed: false, close: () => void (opened.closed = true), postMessage: () => undefined };
    window.open = () => ({ ...opened, location: { replace: () => undefined } }) as unknown as Window;
  }, null);
  await tab.click(button('OK', blocked));
  await tab.click(button('Checkout'));
  await tab.fill(field('Town or city', details), 'Saltmarsh');
  await tab.click(css('[type=submit]', details));
  const paying = dialog('Paying with Lighthouse Pay');
  await tab.see(text('Waiting until you have paid…', paying));
  await expectFits(tab, paying, 'question');
});

test('[SHELL-18] [PROV-2] a dialog announces the way to PayPal', async ({ tab, signedIn, indebted, sandboxUrl }) => {
  const robin = await indebted([{}]);
  const { db, id } = robin.marina.tenant;
  await givePageProvider(db, id, await registerPaypal({ url: sandboxUrl }));
  await signedIn(robin.url, robin);
  await tab.open(`${robin.url}/secure/orders/outstanding`);
  await tab.click(field('PayPal'));
  await silence(tab, 'get-token');
  await tab.click(button('Checkout'));
  await expectFits(tab, dialog('One moment'), 'question');
});

test('[SHELL-18] [CARD-9] leaving, an identity, a session’s end and an error are asked about in full', async ({
  tab,
  signedIn,
  indebted,
}) => {
  const robin = await indebted([{}]);
  const { db } = robin.marina.tenant;
  await signedIn(robin.url, robin);
  await db
    .updateTable('sessions')
    .set({ authenticated_at: new Date(Date.now() - 13 * 60 * 60_000) })
    .execute();
  await openCheckout(tab, robin.url);
  await typeCard(tab, cards.frictionless);
  await typeAddress(tab);
  await robin.fault({ operation: 'tokens.create', kind: 'drop-before', times: 20 });
  await askToPay(tab);
  await tab.click({ role: 'button', part: 'Pay £', within: payDialog });
  const error = dialog('Error');
  await expectFits(tab, error, 'question');
  await tab.click(button('OK', error));
  await robin.clearFaults();
  await askToPay(tab);
  await tab.click({ role: 'button', part: 'Pay £', within: payDialog });
  const proof = dialog('Confirm it is you');
  await expectFits(tab, proof, 'question');
  await tab.click(button('Close', proof));

  await tab.open(`${robin.url}/secure/account/edit`);
  await tab.fill(field('Town or city'), 'Cowes');
  await tab.click(link('Contact us'));
  await expectFits(tab, dialog('Leave without saving?'), 'question');
});

test('[SHELL-18] [APP-1] a partner’s popup takes the room of its kind', async ({
  tab,
  signedIn,
  indebted,
  appsUrl,
}) => {
  const robin = await indebted([], { settings: { microAppApi: appsUrl } });
  await signedIn(robin.url, robin);
  await tab.open(robin.url + appAddress({ id: 'tides-and-weather', partId: 'warnings' }));
  await expectFits(tab, dialog('Wind warnings'), 'popup');
});
