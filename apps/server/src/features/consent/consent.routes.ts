import {
  getConsentInfo,
  getConsentInfoByAccount,
  saveConsentGroups,
  sendConsentLink,
  unsubscribe,
  updateConsentGroups,
  updateConsentGroupsByGuid,
} from '@quayside/contract/account/consent.ts';
import type { CallArguments } from '@quayside/contract/shared/call.ts';
import type { Context } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { accountRoute, keyRoute, type PageForm, publicRoute, type Route, withForm } from '../../http/route.ts';
import { readChoices } from './consent-choices.rules.ts';
import {
  linkLimits,
  loadConsentInfo,
  mailConsentLink,
  saveConsentInfo,
  saveConsents,
  withdrawByMail,
} from './consent.service.ts';

const tell = (ctx: Context, { params }: CallArguments<typeof getConsentInfo>) => loadConsentInfo(ctx, params.guid);

const update = (ctx: Context, { params, body }: CallArguments<typeof updateConsentGroups>) => {
  const { accountGuid, idBools, emailMessageId } = body;
  if (accountGuid && accountGuid.toLowerCase() !== params.guid.toLowerCase()) throw notFound();
  return saveConsentInfo(ctx, params.guid, readChoices(idBools), emailMessageId ?? null);
};

const consentPage: PageForm['page'] = ({ params: { guid = '' }, fields: { emailMessageId = '' } }) =>
  `/consent-management/${guid}?emailId=${encodeURIComponent(emailMessageId)}`;

/** Reads the choices. A browser doesn't send a box without a tick, so a field of its own lists all that were shown. */
function readFormChoices({ shown = '', emailMessageId = '', ...ticked }: Record<string, string>) {
  const ids = shown.split(' ').filter((id) => id !== '');
  const idBools = Object.fromEntries(ids.map((id) => [id, `granted-${id}` in ticked]));
  return { emailMessageId: emailMessageId === '' ? null : emailMessageId, idBools };
}

export const consentRoutes: readonly Route[] = [
  accountRoute(saveConsentGroups, async (ctx, { body }) => ({
    consentGroups: await saveConsents(ctx, readChoices(body.consentGroups)),
  })),
  keyRoute(getConsentInfo, tell),
  keyRoute(getConsentInfoByAccount, tell),
  withForm(keyRoute(updateConsentGroups, update), {
    page: consentPage,
    done: (sent) => `${consentPage(sent)}&done=true`,
    read: readFormChoices,
  }),
  keyRoute(updateConsentGroupsByGuid, update),
  publicRoute(
    sendConsentLink,
    async (ctx, { body }) => {
      await mailConsentLink(ctx, body.accountGuid);
      return { done: true as const };
    },
    linkLimits,
  ),
  keyRoute(unsubscribe, async (ctx, { params }) => {
    await withdrawByMail(ctx, params.token);
    return { done: true as const };
  }),
];
