import { makeReadableAgreement, makeSignedAgreement } from '../apps/server/src/testing/factories/agreements.ts';
import { consentKey, makeConsentGroup } from '../apps/server/src/testing/factories/consents.ts';
import { makeEstimate, makeStay } from '../apps/server/src/testing/factories/estimates.ts';
import {
  makeAccount,
  makeLogin,
  makeRenewalCodeOf,
  makeConfirmationToken,
  makeResetToken,
  makeStaffLinkTo,
  type TestTenant,
} from '../apps/server/src/testing/factories/factories.ts';
import { makeMessage } from '../apps/server/src/testing/factories/messages.ts';
import { makeBoat, makeOrder, type Owner } from '../apps/server/src/testing/factories/orders.ts';
import {
  makeDocument,
  makeDocumentType,
  makeIneligibleCard,
  makeWaitingListEntry,
} from '../apps/server/src/testing/factories/papers.ts';
import { makePaidPayment } from '../apps/server/src/testing/factories/receipts.ts';
import { makeKeptCard } from '../apps/server/src/testing/payments/component-payments.ts';
import type { ComponentDebtor } from './components.ts';

/** The paths of screens whose address holds a key. */
export interface Paths {
  registration: string;
  reset: string;
  spentReset: string;
  confirmAddress: string;
  consents: string;
  staffView: string;
  payment: string;
  /** The same payments in the history. */
  paid: string;
  pending: string;
  signed: string;
  /** The signing page of the signed-in customer. */
  toSign: string;
  /** The signing page for anybody with the link. */
  quickSign: string;
  /** The pay link of an order that no test pays before. */
  payLink: string;
  order: string;
  estimate: string;
}

/** Makes data for every screen, and returns the keys of the screens that need one. */
export async function fillMarina(
  { marina, owner, orderIds, account, components }: ComponentDebtor,
  languages: readonly string[],
): Promise<Paths> {
  const { tenant } = marina;
  await makePapers(tenant, owner);
  const over = { month: 1, year: 2026 };
  await makeKeptCard(tenant.db, owner, { account: components.merchantAccountId, expiry: over, nickName: 'Kittiwake' });
  await makeConsentGroup(tenant, Object.fromEntries(languages.map((language) => [language, 'Storm warnings'])));
  const newcomer = await makeAccount(tenant, { firstname: 'Robin', lastname: 'Unseen' });
  const code = await makeRenewalCodeOf(tenant, newcomer, new Date());
  // Somebody with a login can't register any more.
  const login = await makeLogin(tenant, await makeAccount(tenant, { firstname: 'Robin', lastname: 'Forgetful' }));
  const [first = 0] = orderIds;
  const pay = (state: 'allocated' | 'sent') => {
    const overrides = { orders: state === 'sent' ? [] : [{ id: first, minor: 2_500 }], availableMinor: 500, state };
    return makePaidPayment(tenant.db, owner, { ...overrides, isTest: true });
  };
  const paid = await pay('allocated');
  const reference = async (id: number) => {
    const row = tenant.db.selectFrom('payments').select('merchant_ref_number as name').where('id', '=', id);
    return (await row.where('tenant_id', '=', tenant.id).executeTakeFirstOrThrow()).name;
  };
  const signed = await makeSignedAgreement(tenant.db, owner, new Date());
  const toSign = await makeReadableAgreement(tenant.db, owner);
  const confirmation = '/secure/paysafe/checkout/confirmation?reference=';
  const confirmToken = await makeConfirmationToken(tenant, login.id, 'robin@example.org', new Date());
  return {
    registration: `/register/complete/${code}/${newcomer.guid}`,
    reset: `/passwordResetForm/${await makeResetToken(tenant, login.id, new Date())}`,
    spentReset: '/passwordResetForm/spent',
    confirmAddress: `/confirm-address/${confirmToken}`,
    consents: `/consent-management/${await consentKey(tenant, account)}`,
    staffView: `/staff-view#${await makeStaffLinkTo(tenant, account, new Date())}`,
    payment: confirmation + (await reference(paid)),
    paid: `/secure/account/payment/${paid}`,
    pending: confirmation + (await reference(await pay('sent'))),
    signed: `/secure/agreements/signed/${signed.guid}`,
    toSign: `/secure/agreements/unsigned/${toSign.guid}`,
    quickSign: `/quick-sign/${toSign.guid}?guid=${account.guid}`,
    payLink: `/quick-pay/${(await makeOrder(tenant.db, owner, { taxPointDate: '2099-01-01' })).guid}`,
    order: `/secure/account/order/${first}`,
    estimate: `/secure/estimates/${await makeEstimates(tenant, owner, first)}`,
  };
}

/** Makes estimates of every status, and stays. Returns the number of an estimate that became an order. */
async function makeEstimates({ db }: TestTenant, owner: Owner, orderId: number): Promise<number> {
  await makeStay(db, owner);
  await makeEstimate(db, owner);
  await makeEstimate(db, owner, { expiresOn: '2026-01-31' });
  return makeEstimate(db, owner, { reference: 'Q-1', expiresOn: '2026-01-31', convertedOrderId: orderId });
}

/**
 * Makes documents in every state, cards that can't pay any more for every reason, and waiting lists with a rank and
 * without.
 */
async function makePapers({ db, id }: TestTenant, owner: Owner): Promise<void> {
  const boatId = await makeBoat(db, owner);
  await makeDocumentType(db, id, { name: 'Proof of identity' });
  const insurance = await makeDocumentType(db, id, { name: 'Proof of insurance', level: 'Boat' });
  await makeDocument(db, owner, insurance, { name: 'Cover 2025.pdf', boatId, expiresOn: '2025-01-31' });
  const soon = await makeDocumentType(db, id, { name: 'Gas certificate' });
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  await makeDocument(db, owner, soon, { name: 'Gas.pdf', expiresOn: inAWeek });
  const lasting = await makeDocumentType(db, id, { name: 'Registration', isExpiryRequired: false });
  await makeDocument(db, owner, lasting, { name: 'Register.pdf' });
  for (const reason of ['expired', 'no-sca', 'migrated'] as const) await makeIneligibleCard(db, owner, { reason });
  await makeMessage(db, owner, { answers: ['Yes, B 17 is free from 1 August.'] });
  const move = { isUp: true, movedAt: new Date('2026-02-03T10:00:00Z'), reason: 'Two customers have left.' };
  await makeWaitingListEntry(db, owner, { move });
  await makeWaitingListEntry(db, owner, { title: 'Winter ashore', position: null, joinedOn: null });
}
