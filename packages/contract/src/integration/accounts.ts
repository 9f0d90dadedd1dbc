import { z } from 'zod';
import { call } from '../call.ts';
import { Day } from '../common.ts';
import { ByReference, ListQuery, NumberField, OfficeWins, pageOf, TextField, Tracked } from './resource.ts';

/** A customer of the marina. */
export const AccountResource = z.object({
  reference: z.string(),
  /** The number that the portal shows. */
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
  /** ISO 3166-1, two letters. */
  country: z.string(),
  closedOn: Day.nullable(),
  ...Tracked,
});

export const AccountRow = z.strictObject({
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
  closedOn: TextField,
});

const account = {
  path: 'integration/v1/accounts/:reference',
  access: 'integration',
  params: ByReference,
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
    site: z.coerce.number().int().optional(),
    status: z.enum(['open', 'closed']).optional(),
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
  body: AccountRow,
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
  answer: AccountResource,
});
