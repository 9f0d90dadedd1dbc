import { makeDocumentType, makeIneligibleCard } from '../../apps/server/src/testing/factories-papers.ts';
import { givePageProvider, registerRedirect } from '../../apps/server/src/testing/page-payments.ts';
import { appAddress } from '../partner-apps.ts';
import { cards, expect, test } from './engine-test.ts';
import { askToPay, openCheckout, payDialog, typeAddress, typeCard } from './journeys.ts';
import { button, css, dialog, field, heading, link, type Wanted } from './seek.ts';
import type { Tab } from './tab.ts';

const widths = { extraLarge: 1140, popup: 1000, large: 800, question: 520 };
const desk = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };

/** Measures the top dialog: its place, and the visible part of its content. */
function measure() {
  const dialogs = [...document.querySelectorAll('dialog[open]')];
  const top = dialogs.find((one) => !one.querySelector('dialog[open]')) as HTMLDialogElement;
  const { left, top: above, right, bottom, width, height } = top.getBoundingClientRect();
  const body = top.querySelector('h2')?.parentElement?.nextElementSibling;
  return {
    isInside: left >= 0 && above >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5,
    isMoving: top.getAnimations().length > 0,
    width: Math.round(width),
    room: innerHeight - height,
    hidden: body ? body.scrollHeight - body.clientHeight : 0,
    shown: body?.clientHeight ?? 0,
    sideways: body ? body.scrollWidth - body.clientWidth : 0,
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
    const look = () => tab.look(measure, null);
    await expect.poll(async () => (await look()).isMoving, { message: title }).toBe(false);
    const { isInside, room, hidden, shown, sideways, width } = await look();
    expect(isInside, `${title}: inside the window`).toBe(true);
    // Hidden content scrolls, in a dialog of the maximum height.
    expect(hidden <= 1 || room <= 50, `${title}: ${hidden} px hidden of a body of ${shown} px`).toBe(true);
    expect(sideways, `${title}: sideways`).toBeLessThanOrEqual(1);
    if (window === desk) expect(width, title).toBe(widths[kind]);
  }
}

test('[SHELL-18] [DASH-4] the alerts after the sign-in, the upload and a question over them, and the phone’s menu show what they have', async ({
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

test('[SHELL-18] [CARD-11] a card and an address are added in dialogs that show their forms', async ({
  tab,
  signedIn,
  indebted,
}) => {
  const robin = await indebted([]);
  await signedIn(robin.url, robin);
  await tab.open(`${robin.url}/secure/manage-payment-methods`);
  await tab.click(button('Add card'));
  await expectFits(tab, dialog('Add card'), 'extraLarge');
  await tab.pressEscape();
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
});

test('[SHELL-18] [CARD-5] what is asked and said on the way to a receipt stands in dialogs of the right size', async ({
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

test('[SHELL-18] [PROV-3] [PROV-7] a provider with a page of its own: details, a blocked window, a card form that didn’t start', async ({
  tab,
  signedIn,
  indebted,
  sandboxUrl,
  redirectUrl,
  paypalUrl,
}) => {
  const robin = await indebted([{}], { account: { town: '' } });
  const { db, id } = robin.marina.tenant;
  const merchant = await registerRedirect({ url: sandboxUrl, redirectUrl, paypalUrl });
  await givePageProvider(db, id, merchant, { requiredFields: ['town'] });
  await signedIn(robin.url, robin);
  await tab.open(`${robin.url}/secure/orders/outstanding`);
  await tab.click(field('Lighthouse Pay'));
  await tab.look(() => {
    window.open = () => null;
  }, null);
  await tab.click(button('Checkout'));
  const details = dialog('A few details are missing');
  await expectFits(tab, details, 'popup');
  await tab.fill(field('Town or city', details), 'Saltmarsh');
  await tab.click(css('[type=submit]', details));
  const blocked = dialog('The payment window was blocked');
  await expectFits(tab, blocked, 'question');
});

test('[SHELL-18] [CARD-9] a form that is left, an identity that is proven, a session that ends and an error are asked about in full', async ({
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
  const proof = dialog('Is it still you?');
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
