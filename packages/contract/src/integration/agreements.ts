import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Day, Instant } from '../shared/common.ts';
import type { FileErrors } from '../shared/shared-errors.ts';
import { eventsOf } from './event.ts';
import {
  byReference,
  DayField,
  documented,
  Filters,
  ListQuery,
  NumberField,
  OwnReference,
  resourceCalls,
  TextField,
  Tracked,
  withDemanded,
} from './resource.ts';

const about = {
  reference: ['A-2026-14', 'Your own name of the agreement. The same one twice is one agreement.'],
  number: [3, 'The number of the agreement in the portal.'],
  account: ['C-1001', 'The reference of the customer.'],
  accountNumber: [7, 'The number of the customer in the portal.'],
  site: [1, 'The number of the harbour. Left out: the customer’s.'],
  type: ['Annual berth', 'The name that the customer reads.'],
  startsOn: ['2026-06-01'],
  endsOn: ['2027-05-31'],
  signBy: [null, 'The last day for signing, at the harbour. Null: no limit.'],
  declaration: [
    '<h2>Annual berth</h2><p>You rent berth A 14 from 1 June 2026 to 31 May 2027.</p>',
    'The text to sign, as HTML. Scripts, styles and pictures of other sites are taken out.',
  ],
  sentAt: ['2026-05-16T09:00:00.000Z'],
  mailedTo: ['jo.sailor@example.com', 'The address on file, to which the link for signing goes.'],
} as const;

/** An agreement that waits for its signature. */
export const SentAgreement = documented(
  z.object({
    reference: z.string(),
    number: z.number().int(),
    account: z.string(),
    accountNumber: z.number().int(),
    site: z.number().int(),
    type: z.string(),
    startsOn: Day.nullable(),
    endsOn: Day.nullable(),
    signBy: Day.nullable(),
    sentAt: Instant,
    mailedTo: z.string(),
  }),
  about,
);

const sent: z.input<typeof SentAgreement> = {
  reference: 'A-2026-14',
  number: 3,
  account: 'C-1001',
  accountNumber: 7,
  site: 1,
  type: 'Annual berth',
  startsOn: '2026-06-01',
  endsOn: '2027-05-31',
  signBy: '2026-06-30',
  sentAt: '2026-05-16T09:00:00.000Z',
  mailedTo: 'jo.sailor@example.com',
};

const day = Day.nullable().default(null);

export const sendAgreement = call({
  name: 'agreements.send',
  summary: 'Make an agreement of a customer, and send them the link to read and sign it',
  method: 'POST',
  path: 'integration/v1/agreements',
  access: 'integration',
  scopes: ['agreements:write'],
  permissions: ['agreementsEnabled'],
  idempotent: true,
  body: documented(
    z.strictObject({
      reference: OwnReference,
      account: OwnReference,
      site: z.number().int().nullable().default(null),
      type: z.string().trim().min(1).max(100),
      declaration: z.string().max(200_000).regex(/\S/),
      startsOn: day,
      endsOn: day,
      signBy: day,
    }),
    about,
  ),
  answer: SentAgreement,
});

const aboutResource = {
  ...about,
  createdOn: ['2026-05-16'],
  signatureRequired: [true, 'False: the customer reads it and signs nothing.'],
  optional: [false, 'True: nothing depends on its signature, such as the payment of an order.'],
  status: ['waiting'],
  signerName: ['Jo Sailor', 'The name under the signature. Null before it, and for one on paper.'],
  signerEmail: ['jo.sailor@example.com', 'The address that the signer gave.'],
  viewedAt: [null, 'The time at which the customer first read it in the portal.'],
  signedAt: [null],
  withdrawnOn: [null, 'From this day on nobody can sign it.'],
} as const;

/** An agreement with a customer. */
export const AgreementResource = documented(
  z.object({
    reference: z.string(),
    number: z.number().int(),
    account: z.string().nullable(),
    accountNumber: z.number().int(),
    site: z.number().int(),
    type: z.string(),
    createdOn: Day,
    startsOn: Day.nullable(),
    endsOn: Day.nullable(),
    signatureRequired: z.boolean(),
    optional: z.boolean(),
    signBy: Day.nullable(),
    status: z.enum(['waiting', 'signed', 'withdrawn', 'not-required']),
    viewedAt: Instant.nullable(),
    signedAt: Instant.nullable(),
    signerName: z.string().nullable(),
    signerEmail: z.string().nullable(),
    withdrawnOn: Day.nullable(),
    ...Tracked,
  }),
  aboutResource,
);

/** An agreement in an event. One without a reference of the marina's is known by its number. */
const AgreementObject = AgreementResource.extend({ reference: z.string().nullable() });

const signed: z.input<typeof AgreementObject> = {
  reference: 'A-2026-14',
  number: 3,
  account: 'C-1001',
  accountNumber: 7,
  site: 1,
  type: 'Annual berth',
  createdOn: '2026-05-14',
  startsOn: '2026-06-01',
  endsOn: '2027-05-31',
  signatureRequired: true,
  optional: false,
  signBy: '2026-06-30',
  status: 'signed',
  viewedAt: '2026-05-16T08:55:00.000Z',
  signedAt: '2026-05-16T09:00:00.000Z',
  signerName: 'Jo Sailor',
  signerEmail: 'jo.sailor@example.com',
  withdrawnOn: null,
  updatedAt: '2026-05-16T09:00:00.000Z',
};

export const agreementEvents = {
  ...eventsOf(AgreementObject, signed, {
    'agreement.created': 'An agreement was added',
    'agreement.changed':
      'An agreement was changed: by you, or by the customer, who read it for the first time or took an answer to an ' +
      'estimate back. A changed estimate withdraws its unsigned answer, too',
    'agreement.signed': 'A customer signed an agreement in the portal',
  }),
  ...eventsOf(SentAgreement, sent, { 'agreement.sent': 'A program of yours sent an agreement to be signed' }),
};

const YesOrNo = z.boolean().nullable().optional();

export const AgreementRow = documented(
  z.strictObject({
    account: TextField,
    site: NumberField,
    type: TextField,
    createdOn: DayField,
    startsOn: DayField,
    endsOn: DayField,
    signatureRequired: YesOrNo,
    optional: YesOrNo,
    signBy: DayField,
    withdrawnOn: DayField,
  }),
  {
    ...aboutResource,
    signatureRequired: [
      false,
      'True (the default) only for an agreement that has its text or its PDF: `POST agreements` sends one with its ' +
        'text. False: the customer reads it and signs nothing.',
    ],
  },
);

export const WholeAgreement = withDemanded(AgreementRow, ['account', 'type', 'createdOn']);

export const {
  list: listAgreementResources,
  get: getAgreementResource,
  put: putAgreement,
  patch: patchAgreement,
} = resourceCalls({
  noun: 'agreements',
  one: 'agreement without its text',
  many: 'agreements with a reference of yours',
  file: 'agreements.csv',
  path: 'agreements',
  name: ':reference',
  scopes: { read: 'agreements:read', write: 'agreements:write' },
  params: byReference('A-2026-15'),
  query: ListQuery.extend({ account: Filters.account, type: Filters.type }),
  resource: AgreementResource,
  row: AgreementRow,
  whole: WholeAgreement,
  bodyExample: { withdrawnOn: '2026-05-16' },
});

export const getAgreementFile = call({
  name: 'agreements.file',
  summary:
    'The paper of an agreement as a PDF: the signed one with its seal and evidence, or the scan of a paper that was ' +
    'signed by hand. Before the signature it is marked as not signed',
  method: 'GET',
  path: 'integration/v1/agreements/:reference/file',
  access: 'integration',
  scopes: ['agreements:read'],
  params: byReference('A-2026-14'),
  answer: { contentType: 'application/pdf', hasParts: true },
});

/** A type of agreements: the name that several agreements share. */
export const AgreementType = documented(z.object({ name: z.string(), agreements: z.number().int() }), {
  name: ['Annual berth', 'The name that customers read. Agreements are filtered by it.'],
  agreements: [1, 'The number of agreements with it.'],
});

export const listAgreementTypes = call({
  name: 'agreementTypes.list',
  summary: 'The types of the marina’s agreements. A new one comes with its first agreement',
  method: 'GET',
  path: 'integration/v1/agreement-types',
  access: 'integration',
  scopes: ['agreements:read'],
  answer: z.object({ items: z.array(AgreementType) }),
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  calls: { 'agreements.send': ['ROW_REFUSED', 'FEATURE_DISABLED', 'NO_ACCOUNT_EMAIL'] },
} as const satisfies FileErrors;
