import { randomUUID } from 'node:crypto';
import type { Culture } from '@quayside/contract/tenant/tenant.ts';
import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/sql/numbers.ts';
import type { NewOrderLine } from '../../features/orders/order-line.rules.ts';
import { createOrders } from '../../features/orders/orders.service.ts';
import type { TestApp } from '../app.ts';
import { type SignedIn, signedInCustomer, type TestTenant } from './factories.ts';

/** A currency without decimals. */
export const yenCulture: Culture = {
  defaultLanguage: 'en-GB',
  availableLanguages: ['en-GB', 'fr-FR'],
  baseCulture: 'ja-JP',
  twoDigitCountryCode: 'JP',
  measurementSystem: 'Metric',
  minorCurrencyUnit: 1,
  currencyDecimalPlaces: 0,
  isoCurrencyCode: 'JPY',
};

/** A currency with three decimals. */
export const dinarCulture: Culture = {
  defaultLanguage: 'fr-FR',
  availableLanguages: ['fr-FR', 'en-GB'],
  baseCulture: 'fr-TN',
  twoDigitCountryCode: 'TN',
  measurementSystem: 'Metric',
  minorCurrencyUnit: 1000,
  currencyDecimalPlaces: 3,
  isoCurrencyCode: 'TND',
};

/** The owner of the things that factories make. */
export interface Owner {
  tenantId: number;
  accountId: number;
  siteId: number;
}

/** Returns a customer who is signed in, and the owner that factories take. */
export async function signedInOwner(app: TestApp, tenant: TestTenant): Promise<{ customer: SignedIn; owner: Owner }> {
  const customer = await signedInCustomer(app, tenant);
  const { id: accountId, siteId } = customer.account;
  return { customer, owner: { tenantId: tenant.id, accountId, siteId } };
}

export interface OrderInput {
  /** The price of its only line, in minor units; `lines` wins. */
  grossMinor?: number;
  lines?: NewOrderLine[];
  /** `YYYY-MM-DD`. Default: 2026-06-01. */
  taxPointDate?: string;
  /** ISO 4217. Default: GBP. */
  currency?: string;
  agreementId?: number;
  /** Default: the owner's. */
  siteId?: number;
  /** The part that is paid already, in minor units. */
  allocatedMinor?: number;
  cancelledAt?: Date;
}

/** Makes an order of one line for £100.00, unless `overrides` says otherwise. */
export async function makeOrder(
  db: TenantDb,
  owner: Owner,
  overrides: OrderInput = {},
): Promise<{ id: number; guid: string }> {
  const guid = randomUUID();
  const taxPointDate = overrides.taxPointDate ?? '2026-06-01';
  const [id = 0] = await createOrders(db, owner.tenantId, [
    {
      guid,
      accountId: owner.accountId,
      siteId: overrides.siteId ?? owner.siteId,
      orderType: 'Berthing',
      boatName: 'Kittiwake',
      agreementId: overrides.agreementId ?? null,
      createdAt: new Date(`${taxPointDate}T09:00:00Z`),
      taxPointDate,
      currency: overrides.currency ?? 'GBP',
      lines: overrides.lines ?? [
        { name: 'Visitor berth', quantity: '1', grossUnitMinor: overrides.grossMinor ?? 10_000, vatPercent: 20 },
      ],
    },
  ]);
  if (overrides.allocatedMinor !== undefined || overrides.cancelledAt !== undefined)
    await db
      .updateTable('orders')
      .set({ allocated_minor: overrides.allocatedMinor ?? 0, cancelled_at: overrides.cancelledAt ?? null })
      .where('tenant_id', '=', owner.tenantId)
      .where('id', '=', id)
      .execute();
  return { id, guid };
}

/** The properties of an agreement. By default it is required, unsigned and of 5 January 2026. */
export interface AgreementInput {
  type?: string;
  signatureRequired?: boolean;
  optional?: boolean;
  signedAt?: Date;
  createdAt?: Date;
  /** `YYYY-MM-DD` */
  startDate?: string;
  endDate?: string;
  signBy?: string;
  withdrawnAt?: Date;
}

/** Makes an agreement without a text to read. `makeReadableAgreement` makes one with a text. */
export async function makeAgreement(
  db: TenantDb,
  { tenantId, accountId, siteId }: Owner,
  overrides: AgreementInput = {},
): Promise<{ id: number; guid: string }> {
  const guid = randomUUID();
  const id = await takeNumbers(db, tenantId, 'agreement');
  await db
    .insertInto('agreements')
    .values({
      tenant_id: tenantId,
      id,
      guid,
      account_id: accountId,
      site_id: siteId,
      type: overrides.type ?? 'Berthing agreement',
      optional: overrides.optional ?? false,
      signature_required: overrides.signatureRequired ?? true,
      signed_at: overrides.signedAt ?? null,
      start_date: overrides.startDate ?? null,
      end_date: overrides.endDate ?? null,
      created_at: overrides.createdAt ?? new Date('2026-01-05T10:00:00Z'),
      sign_by: overrides.signBy ?? null,
      withdrawn_at: overrides.withdrawnAt ?? null,
    })
    .execute();
  return { id, guid };
}

/** Makes a sailing yacht of 9.4 m. */
export async function makeBoat(db: TenantDb, { tenantId, accountId }: Owner, name = 'Kittiwake'): Promise<number> {
  const id = await takeNumbers(db, tenantId, 'boat');
  await db
    .insertInto('boats')
    .values({
      tenant_id: tenantId,
      id,
      account_id: accountId,
      name,
      type: 'Sailing yacht',
      length: '9.40',
      beam: '3.10',
      draft: '1.65',
      relationship: 'Owner',
      current_sticker_number: 'SM-0042',
    })
    .execute();
  return id;
}
