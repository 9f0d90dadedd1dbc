import type { Tenant } from '../../http/context.ts';
import type { AgreementPaper } from '../agreements/agreements.exports.ts';
import { estimatePaper } from '../estimates/estimates.service.ts';
import { invoicePaper } from '../invoices/invoices.service.ts';
import { siteSender } from '../letters/letters.exports.ts';
import type { PaperOrder } from '../papers/papers.exports.ts';
import { receiptPaper } from '../receipts/receipts.service.ts';

/** The time of all samples, so that the same templates give the same bytes. */
const now = new Date('2026-05-16T09:00:00Z');

const customer = { title: 'Dr', firstname: 'Alex', lastname: 'Sample', email: 'alex.sample@example.com' };
const site = {
  site_name: 'Harbour office',
  site_address: '1 Quay Road\nHarbour Town',
  site_telephone: '+44 1632 960000',
  site_email: 'office@example.com',
  time_zone: 'Europe/London',
};
const description = 'Annual berth on pontoon C, for a boat up to 12 metres, with water and electricity';

/** The numbers of lines of the samples: one sheet, and several. */
const lengths = [3, 60];

/**
 * Returns the content of each kind of paper in one language: of one sheet and of several, with few parts and with all.
 * @param signature a signature as a data URL of a PNG
 */
export function samplePapers(tenant: Tenant, language: string, signature: string): Map<string, PaperOrder> {
  const samples: [string, PaperOrder][] = [
    ...lengths.flatMap((length): [string, PaperOrder][] => [
      [`receipt-of-${length}`, receiptPaper(tenant, language, receiptOf(tenant, length))],
      [`invoice-of-${length}`, invoicePaper(tenant, language, invoiceOf(tenant, length))],
      [`estimate-of-${length}`, estimatePaper(tenant, language, estimateOf(tenant, length))],
    ]),
    ['agreement', { kind: 'agreement', agreement: agreementOf(tenant, language, null) }],
    ['agreement-signed', { kind: 'agreement', agreement: agreementOf(tenant, language, signature) }],
  ];
  return new Map(samples.map(([name, order]) => [`${name}.${language}.pdf`, order]));
}

const lines = <T>(length: number, line: (place: number) => T): T[] => Array.from({ length }, (_, place) => line(place));

const receiptOf = ({ settings }: Tenant, length: number): Parameters<typeof receiptPaper>[2] => ({
  payment: {
    ...customer,
    ...site,
    id: 1042,
    state: 'Completed',
    channel: 'Card',
    currency: settings.culture.isoCurrencyCode,
    is_test: true,
    amount_minor: length * 12e3 + 5e3,
    allocated_minor: length * 12e3,
    masked_card_number: '**** **** **** 1000',
    transaction_at: now,
    created_at: now,
  },
  orders: lines(length, (place) => ({
    order_id: 7001 + place,
    description,
    boat_name: 'Kittiwake',
    amount_minor: 12e3,
    gross_minor: 12e3,
    vat_minor: 2e3,
  })),
});

const amounts = { gross_unit_minor: 12_000, gross_minor: 12_000, net_minor: 10_000, vat_minor: 2_000 };

const invoiceOf = ({ settings }: Tenant, length: number): Parameters<typeof invoicePaper>[2] => ({
  invoice: {
    ...customer,
    ...site,
    id: 7001,
    guid: '00000000-0000-4000-8000-000000007001',
    account_id: 1,
    language: null,
    created_at: now,
    tax_point_date: '2026-06-15',
    currency: settings.culture.isoCurrencyCode,
    gross_minor: length * 12e3,
    allocated_minor: 0,
    cancelled_at: null,
    invoice_number: `${settings.invoices.numberPrefix}1042`,
    invoiced_on: '2026-05-16',
    credits: null,
    country_code: 'GB',
    address1: '12 Mill Lane',
    address2: '',
    town: 'Harbour Town',
    county: '',
    postcode: 'HT1 2AB',
  },
  lines: lines(length, () => ({
    name: description,
    quantity: '1',
    unit: null,
    vat_percent: '20',
    ...amounts,
    start_date: '2026-06-01',
    departure_date: '2027-05-31',
    location: 'C 14',
    boat_name: 'Kittiwake',
  })),
});

const estimateOf = ({ settings }: Tenant, length: number): Parameters<typeof estimatePaper>[2] => ({
  estimate: {
    ...customer,
    ...site,
    id: 311,
    site_id: 1,
    created_at: now,
    expires_on: '2026-06-30',
    expires_at: null,
    status: 'Active',
    start_date: '2026-06-01',
    departure_date: '2027-05-31',
    reference: 'E-311',
    converted_order_id: null,
    currency: settings.culture.isoCurrencyCode,
    gross_minor: length * 12e3,
    net_minor: length * 1e4,
    vat_minor: length * 2e3,
  },
  lines: lines(length, () => ({
    tariff_name: description,
    quantity: '1',
    ...amounts,
    boat_name: 'Kittiwake',
    boat_length: '11.8',
  })),
});

const declaration = `<h1>Annual berthing agreement</h1><p>The marina lets the <b>berth holder</b> keep the boat in a
berth.</p><h2>Charges</h2><ol><li>They are due on the day that the invoice names.</li><li>They include:<ul><li>water
</li><li>showers</li></ul></li></ol><table><thead><tr><th>Item</th><th>Included</th></tr></thead><tbody><tr>
<td>Electricity</td><td>no</td></tr></tbody></table><blockquote><p>A boat in danger may be moved.</p></blockquote>
<p>${'The berth holder keeps the boat seaworthy, tidy and insured. '.repeat(60)}</p>`;

/** @param signature null: not signed yet */
const agreementOf = (tenant: Tenant, language: string, signature: string | null): AgreementPaper => ({
  tenant,
  language,
  sender: siteSender(tenant, language, site, ''),
  row: {
    ...customer,
    ...site,
    id: 12,
    guid: '00000000-0000-4000-8000-000000000012',
    pay_link_guid: '',
    is_by_pay_link: false,
    type: 'Annual berthing agreement',
    start_date: '2026-06-01',
    end_date: '2027-05-31',
    created_at: now,
    signed_at: signature === null ? null : now,
    signature_required: true,
    order_ids: [],
    withdrawn_at: null,
    is_over: false,
    declaration_hash: null,
    declaration,
    reference: null,
    site_id: 1,
    account_id: 1,
    account_guid: '',
    account_email: customer.email,
    is_registered: true,
  },
  signature: signature === null ? null : signatureRow(language, signature),
  attached: null,
  documentHash: signature === null ? null : Buffer.alloc(32, 1),
  entry: signature === null ? null : { sequence: 9, hash: Buffer.alloc(32, 2) },
  portalUrl: 'https://portal.example.com',
});

const signatureRow = (language: string, image: string): NonNullable<AgreementPaper['signature']> => ({
  declaration_hash: null,
  full_name: 'Dr Alex Sample',
  email: customer.email,
  method: 'drawn',
  image,
  language,
  ip_address: '2001:db8::1',
  browser: 'Firefox 128',
  os: 'macOS 15',
  user_agent: 'Mozilla/5.0 (Macintosh)',
  idempotency_key: null,
});
