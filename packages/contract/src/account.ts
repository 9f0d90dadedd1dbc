import { z } from 'zod';
import { call } from './call.ts';
import { Guid } from './common.ts';
import { ConsentChoices, ConsentGroup } from './consent.ts';

/** An account as its holder sees it. */
export const Account = z.object({
  id: z.number().int(),
  guid: Guid,
  title: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  titledFullName: z.string(),
  phone: z.string(),
  mobile: z.string(),
  email: z.string(),
  address1: z.string(),
  address2: z.string(),
  town: z.string(),
  county: z.string(),
  countyCode: z.string(),
  postcode: z.string(),
  country: z.string(),
  countryCode: z.string(),
  siteName: z.string(),
  siteId: z.number().int(),
  renewalToken: z.string(),
  registeredForPortal: z.boolean(),
  /** Empty where the marina doesn't show notification preferences. */
  consentGroups: z.array(ConsentGroup),
  /** Of the details, as in the answer's ETag: send it back as If-Match, and nobody's change is overwritten. */
  version: z.string(),
});
export type Account = z.output<typeof Account>;

export const getAccount = call({
  name: 'getAccount',
  summary: "The session's account",
  method: 'GET',
  path: 'portal/:accountGuid/account',
  access: 'account',
  accountIn: 'params.accountGuid',
  params: z.object({ accountGuid: Guid }),
  answer: z.object({ account: Account }),
});

const Detail = z.string().max(2_000).optional();

/** What may be changed; what is left out stays. Anything else that an account has is ignored (decision C7.20). */
const AccountDetails = z.object({
  title: Detail,
  firstname: Detail,
  lastname: Detail,
  email: Detail,
  phone: Detail,
  mobile: Detail,
  address1: Detail,
  address2: Detail,
  town: Detail,
  county: Detail,
  countyCode: Detail,
  postcode: Detail,
  countryCode: Detail,
});

/**
 * Saves the session's account, with consents if any are sent. With an If-Match of an older version nothing is saved.
 * Errors: INVALID_REQUEST and FIELD_LOCKED naming the fields; ACCOUNT_CHANGED with, in `meta`, the version and the
 * value now stored of each field that differs from what was sent.
 */
export const saveAccount = call({
  name: 'saveAccount',
  summary: "Change the session's account",
  method: 'POST',
  path: 'portal/account',
  access: 'account',
  body: z.strictObject({ account: AccountDetails, consentGroups: ConsentChoices.default([]) }),
  answer: z.object({
    account: Account,
    /** Saved, but perhaps not what was meant. */
    warnings: z.array(z.enum(['mobileIsLandline'])),
  }),
});
