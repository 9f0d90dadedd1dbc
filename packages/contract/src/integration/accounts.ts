import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Day } from '../shared/common.ts';
import { eventsOf } from './event.ts';
import {
  byReference,
  DayField,
  documented,
  Filters,
  ListQuery,
  NumberField,
  OfficeWins,
  pageOf,
  TextField,
  Tracked,
  withDemanded,
} from './resource.ts';

const about = {
  reference: ['C-1001', 'Your own name of the customer.'],
  number: [1042, 'The number that the portal shows.'],
  site: [1, 'The number of the customer’s harbour.'],
  title: ['Ms'],
  firstName: ['Jo'],
  lastName: ['Sailor', 'The surname, or the name of a company. Required.'],
  email: ['jo.sailor@example.com', 'Mails go there. A new customer is asked to confirm it when they register.'],
  phone: ['+441632960123'],
  mobile: ['+447700900123'],
  address1: ['1 Quay Road'],
  address2: [''],
  town: ['Saltmarsh'],
  county: ['Essex'],
  countyCode: ['', 'The code of the state, in countries whose addresses have one.'],
  postcode: ['SM1 1AA'],
  country: ['GB', 'ISO 3166-1, two letters.'],
  closedOn: [null, 'The day on which the account was closed. Its customer can no longer sign in.'],
} as const;

/** A customer of the marina. */
export const AccountResource = documented(
  z.object({
    reference: z.string(),
    number: z.number().int(),
    site: z.number().int(),
    title: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    mobile: z.string(),
    address1: z.string(),
    address2: z.string(),
    town: z.string(),
    county: z.string(),
    countyCode: z.string(),
    postcode: z.string(),
    country: z.string(),
    closedOn: Day.nullable(),
    ...Tracked,
  }),
  about,
);

export const AccountRow = documented(
  z.strictObject({
    site: NumberField,
    title: TextField,
    firstName: TextField,
    lastName: TextField,
    email: TextField,
    phone: TextField,
    mobile: TextField,
    address1: TextField,
    address2: TextField,
    town: TextField,
    county: TextField,
    countyCode: TextField,
    postcode: TextField,
    country: TextField,
    closedOn: DayField,
  }),
  about,
);

export const WholeAccount = withDemanded(AccountRow, ['site', 'lastName']);

const account = {
  path: 'integration/v1/accounts/:reference',
  access: 'integration',
  params: byReference('C-1001'),
  versioned: true,
} as const;

export const listAccounts = call({
  name: 'accounts.list',
  summary: 'The customers with a reference of yours',
  method: 'GET',
  path: 'integration/v1/accounts',
  access: 'integration',
  scopes: ['accounts:read'],
  query: ListQuery.extend({
    site: Filters.site,
    status: z
      .enum(['open', 'closed'])
      .optional()
      .meta({ description: 'Only customers whose account is open, or closed.' }),
  }),
  answer: pageOf(AccountResource),
});

export const getAccountResource = call({
  ...account,
  name: 'accounts.get',
  summary: 'One customer',
  method: 'GET',
  scopes: ['accounts:read'],
  answer: AccountResource,
});

export const putAccount = call({
  ...account,
  name: 'accounts.put',
  summary: 'Create or replace a customer, as a row of accounts.csv does',
  method: 'PUT',
  scopes: ['accounts:write'],
  creates: true,
  query: OfficeWins,
  body: WholeAccount,
  answer: AccountResource,
});

export const patchAccount = call({
  ...account,
  name: 'accounts.patch',
  summary: 'Change some fields of a customer (RFC 7396)',
  method: 'PATCH',
  scopes: ['accounts:write'],
  query: OfficeWins,
  body: AccountRow,
  bodyExample: { phone: '+441632960961', address2: null },
  answer: AccountResource,
});

/** A customer in an event. One without a reference of the marina's is known by its number. */
const AccountObject = AccountResource.extend({ reference: z.string().nullable() });

const example: z.input<typeof AccountObject> = {
  reference: 'C-1001',
  number: 7,
  site: 1,
  title: '',
  firstName: 'Jo',
  lastName: 'Sailor',
  email: 'jo.sailor@example.com',
  phone: '',
  mobile: '+44 7700 900123',
  address1: '1 Quay Road',
  address2: '',
  town: 'Saltmarsh',
  county: '',
  countyCode: '',
  postcode: 'SM1 1AA',
  country: 'GB',
  closedOn: null,
  updatedAt: '2026-05-16T09:00:00.000Z',
};

export const accountEvents = eventsOf(AccountObject, example, {
  'account.created': 'A customer was added',
  'account.changed': 'The details of a customer changed, by the office or by the customer',
});
