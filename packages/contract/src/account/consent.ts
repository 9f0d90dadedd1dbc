import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Done, Guid, RowNumber } from '../shared/common.ts';
import { type FileErrors, limited } from '../shared/shared-errors.ts';

/** A kind of message that a customer may consent to. */
export const ConsentGroup = z.object({
  consentGroupId: z.number().int(),
  /** In the caller's language. */
  externalDescription: z.string(),
  isGranted: z.boolean(),
});
export type ConsentGroup = z.output<typeof ConsentGroup>;

/** A choice as callers send it: `bool` or `isGranted` (decision C3.18). */
const ConsentChoice = z.union([
  z.strictObject({ id: RowNumber, bool: z.boolean() }),
  z.strictObject({ id: RowNumber, isGranted: z.boolean() }),
]);

export const ConsentChoices = z.array(ConsentChoice).max(200);

/** A list of `{id, bool}`, or an object of id → bool (decision C7.8). */
const IdBools = z.union([ConsentChoices, z.record(z.string().regex(/^[1-9]\d{0,8}$/), z.boolean())]);

/** The way a choice reached us (decision C7.9). */
export const ConsentSource = z.enum(['consent-page', 'portal', 'mail', 'office']);
export type ConsentSource = z.output<typeof ConsentSource>;

const GroupsAnswer = z.object({ consentGroups: z.array(ConsentGroup) });

/** Saves single choices at once (decision C2.41). Error: INVALID_REQUEST naming an unknown group. */
export const saveConsentGroups = call({
  name: 'saveConsentGroups',
  summary: "Change the consents of the session's account",
  method: 'POST',
  path: 'portal/consent-groups',
  access: 'account',
  accountIn: 'body.guid',
  permissions: ['showNotificationPreferences'],
  body: z.strictObject({
    guid: Guid,
    /** Names the account, but decides nothing: the session decides. */
    renewalToken: z.string().max(200).nullish(),
    consentGroups: ConsentChoices,
  }),
  answer: GroupsAnswer,
});

const ConsentInfo = z.object({ consentInfo: z.array(ConsentGroup), maskedEmail: z.string() });

/**
 * Answers the consents of an account. `guid` in these paths is the key in the links of consent mails. It is not the
 * account's guid, which other links reveal. Changes nothing, however often a mail program follows the link
 * (decision C4.22).
 * Errors: NOT_FOUND for an unknown key; TOO_MANY_REQUESTS for somebody who guesses.
 */
export const getConsentInfo = call({
  name: 'getConsentInfo',
  summary: "Get an account's consents by its consent key",
  method: 'GET',
  path: 'accounts/by-guid/:guid/consent-info',
  access: 'key:consent',
  params: z.object({ guid: Guid }),
  answer: ConsentInfo,
});

/** Answers like getConsentInfo, for a path with its parts in another order (decision C7.7). */
export const getConsentInfoByAccount = call({
  ...getConsentInfo,
  name: 'getConsentInfoByAccount',
  path: 'accounts/:guid/by-guid/consent-info',
});

/** Errors: NOT_FOUND for an unknown key, or if the body names another key than the path; TOO_MANY_REQUESTS. */
export const updateConsentGroups = call({
  name: 'updateConsentGroups',
  summary: "Change an account's consents by its consent key",
  method: 'POST',
  path: 'accounts/:guid/by-guid/update-consent-groups',
  access: 'key:consent',
  // Staff who view a portal know its guid, but must not decide for its customer (decision C6.2).
  staff: 'no',
  params: z.object({ guid: Guid }),
  body: z.strictObject({
    /** The key again, the same as in the path. */
    accountGuid: Guid.nullish(),
    /** The id of the mail whose link led here. */
    emailMessageId: z.string().max(200).nullish(),
    idBools: IdBools,
    /** Accepted but not used: the server itself knows how the choice came. */
    source: ConsentSource.optional(),
  }),
  answer: ConsentInfo,
});

export const updateConsentGroupsByGuid = call({
  ...updateConsentGroups,
  name: 'updateConsentGroupsByGuid',
  path: 'accounts/by-guid/:guid/update-consent-groups',
});

/**
 * Mails the working link to the address on file, and to no other. It serves readers who followed the link of an
 * older mail, which carries the account's guid. The answer is the same if no account has the guid.
 * Error: TOO_MANY_REQUESTS after three an hour for one guid.
 */
export const sendConsentLink = call({
  name: 'sendConsentLink',
  summary: 'Mail a new link to the consents of an account',
  method: 'POST',
  path: 'consent/new-link',
  access: 'public',
  body: z.strictObject({ accountGuid: Guid }),
  answer: Done,
});

/**
 * Withdraws the consent that the mail was sent under, by one click in the reader's mail program (RFC 8058). A GET
 * never does this.
 * Error: NOT_FOUND for an unknown token.
 */
export const unsubscribe = call({
  name: 'unsubscribe',
  summary: 'Withdraw the consent under which a mail was sent',
  method: 'POST',
  path: 'consent/unsubscribe/:token',
  access: 'key:mail-link',
  params: z.object({ token: z.string().min(1).max(100) }),
  /** The form field that RFC 8058 defines. The server does not need it. */
  body: z.strictObject({ 'List-Unsubscribe': z.literal('One-Click').optional() }),
  takesForm: true,
  answer: Done,
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  calls: {
    getConsentInfo: limited,
    getConsentInfoByAccount: limited,
    updateConsentGroups: limited,
    updateConsentGroupsByGuid: limited,
    sendConsentLink: limited,
  },
} as const satisfies FileErrors;
