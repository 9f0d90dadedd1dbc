import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Guid } from '../shared/common.ts';
import { ConsentChoices, ConsentGroup } from './consent.ts';
import type { FileErrors } from '../shared/shared-errors.ts';

/** An account as its owner sees it. */
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
  /**
   * Version of the details, the same as in the answer's ETag. Sent back as If-Match, it prevents overwriting
   * another change.
   */
  version: z.string(),
});
export type Account = z.output<typeof Account>;

export const getAccount = call({
  name: 'getAccount',
  summary: "Get the session's account",
  method: 'GET',
  path: 'portal/:accountGuid/account',
  access: 'account',
  accountIn: 'params.accountGuid',
  params: z.object({ accountGuid: Guid }),
  answer: z.object({ account: Account }),
});

const Detail = z.string().max(2_000).optional();

/**
 * The fields that may change. Fields that are left out stay. All other fields of an account are ignored (decision
 * C7.20).
 */
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
 * Saves the session's account, and the consents if any are sent. An If-Match with an older version saves nothing.
 * Errors: INVALID_REQUEST and FIELD_LOCKED name the fields. ACCOUNT_CHANGED carries in `meta` the version and the
 * stored value of each field that differs from what was sent.
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
    /** The account is saved, but the customer may have meant something else. */
    warnings: z.array(z.enum(['mobileIsLandline'])),
  }),
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  codes: {
    FIELD_LOCKED: 400,
    ACCOUNT_CHANGED: 409,
  },
  calls: {
    saveAccount: ['FIELD_LOCKED', 'ACCOUNT_CHANGED', 'FEATURE_DISABLED', 'AUTHENTICATION_TOO_OLD'],
  },
} as const satisfies FileErrors;
