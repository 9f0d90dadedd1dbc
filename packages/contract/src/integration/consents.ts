import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Instant } from '../shared/common.ts';
import { eventsOf } from './event.ts';
import {
  byReference,
  documented,
  ListQuery,
  NumberField,
  OwnReference,
  pageOf,
  resourceCalls,
  TextField,
  Texts,
  Tracked,
  withDemanded,
} from './resource.ts';

const Source = z.enum(['portal', 'consent-page', 'mail', 'office']);

const changedAt = '2026-05-16T09:00:00.000Z';

const about = {
  account: ['C-1001', 'The reference of the customer. Null if the customer has no reference of yours.'],
  accountNumber: [7, 'The number of the customer in the portal.'],
  group: ['newsletter', 'Your own name of the group. In an event, its number if it has none.'],
  granted: [false, 'The choice that holds: the latest one, wherever it was made.'],
  source: ['office', 'The place of the choice. Yours are `office` unless you say otherwise.'],
  changedAt: [changedAt, 'The time of the choice.'],
  updatedAt: [changedAt, 'The time at which the portal learned of the choice.'],
  givenAt: ['2026-05-16T10:00', 'A time on the harbour’s clocks, or a day. No later request changes a choice.'],
} as const;

/** The choice of a customer about one group. */
export const ConsentResource = documented(
  z.object({
    account: z.string().nullable(),
    accountNumber: z.number().int(),
    group: z.string(),
    granted: z.boolean(),
    source: Source,
    changedAt: Instant,
    ...Tracked,
  }),
  about,
);

const example: z.input<typeof ConsentResource> = {
  account: 'C-1001',
  accountNumber: 7,
  group: 'newsletter',
  granted: false,
  source: 'mail',
  changedAt,
  updatedAt: changedAt,
};

export const consentEvents = eventsOf(ConsentResource, example, {
  'consent.changed': 'A customer gave or withdrew a consent, or a choice that they made elsewhere was added and holds',
});

const aboutGroup = {
  reference: ['newsletter', 'Your own name of the group.'],
  number: [1, 'The number of the group in the portal.'],
  position: [1, 'The place of the group among the others, from 1 on.'],
  description: [
    { 'en-GB': 'Our newsletter, four times a year', 'fr-FR': 'Notre lettre d’information, quatre fois par an' },
    'The text that customers agree to, by language. Each language of the marina needs one: `GET key` lists them.',
  ],
  retired: [false, 'True: customers are asked no more. Their choices stay.'],
} as const;

/** A group of messages that customers can agree to. */
export const ConsentGroupResource = documented(
  z.object({
    reference: z.string(),
    number: z.number().int(),
    position: z.number().int(),
    description: z.record(z.string(), z.string()),
    retired: z.boolean(),
    ...Tracked,
  }),
  aboutGroup,
);

export const ConsentGroupRow = documented(
  z.strictObject({
    position: NumberField,
    description: Texts.optional(),
    retired: z.boolean().nullable().optional(),
  }),
  aboutGroup,
);

export const WholeConsentGroup = withDemanded(ConsentGroupRow, ['position', 'description']);

const scopes = { read: 'consents:read', write: 'consents:write' } as const;

export const {
  list: listConsentGroups,
  get: getConsentGroup,
  put: putConsentGroup,
  patch: patchConsentGroup,
} = resourceCalls({
  noun: 'consentGroups',
  one: 'group of consents',
  many: 'groups of messages that customers can agree to, with a reference of yours',
  file: 'consent-groups.csv',
  path: 'consent-groups',
  name: ':reference',
  scopes,
  params: byReference('newsletter'),
  query: ListQuery,
  resource: ConsentGroupResource,
  row: ConsentGroupRow,
  whole: WholeConsentGroup,
  bodyExample: { position: 2 },
});

export const listConsents = call({
  name: 'consents.list',
  summary:
    'The choices of the customers about one group, the latest one of each, in the order in which they came in. ' +
    'A choice that is made meanwhile comes last',
  method: 'GET',
  path: 'integration/v1/consent-groups/:reference/consents',
  access: 'integration',
  scopes: [scopes.read],
  params: byReference('newsletter'),
  query: ListQuery,
  answer: pageOf(ConsentResource),
});

const choice = {
  path: 'integration/v1/consent-groups/:reference/consents/:account',
  access: 'integration',
  params: byReference('newsletter').extend({
    account: OwnReference.meta({ description: 'The reference of the customer.', examples: ['C-1001'] }),
  }),
  versioned: true,
  answer: ConsentResource,
} as const;

export const getConsent = call({
  ...choice,
  name: 'consents.get',
  summary: 'The choice of one customer about one group',
  method: 'GET',
  scopes: [scopes.read],
});

export const putConsent = call({
  ...choice,
  name: 'consents.put',
  summary: 'Add a choice that a customer made elsewhere, as a row of consents.csv does. The latest choice holds',
  method: 'PUT',
  scopes: [scopes.write],
  creates: true,
  body: withDemanded(
    documented(
      z.strictObject({
        granted: z.boolean(),
        givenAt: TextField,
        source: Source.optional(),
      }),
      about,
    ),
    ['givenAt'],
  ),
});
