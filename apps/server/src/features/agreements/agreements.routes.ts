import {
  downloadAgreement as downloadCall,
  verifyAgreement as verifyCall,
} from '@quayside/contract/agreements/agreement-papers.ts';
import {
  getAgreementAccount,
  getUnsignedAgreement,
  sendAgreementEmailCode,
  signAgreement,
  validateAgreementEmail,
} from '@quayside/contract/agreements/agreement-signing.ts';
import {
  countUnsignedAgreements,
  getSignedAgreement,
  listAccountAgreements,
} from '@quayside/contract/agreements/agreements.ts';
import { partOf } from '@quayside/contract/shared/paging.ts';
import { accountRoute, keyRoute, type PageForm, publicRoute, type Route, withForm } from '../../http/route.ts';
import { countOutstanding, pageAgreements } from './agreements.service.ts';
import { downloadAgreement } from './papers/download-agreement.service.ts';
import type { PaperServices } from './signing/seal-agreement.service.ts';
import { signOnce } from './signing/sign-agreement.service.ts';
import { mailEmailCode, validateEmail } from './signing/signer-email.service.ts';
import { verifyAgreement, verifyLimit } from './papers/verify-agreement.service.ts';
import { viewAccount, viewSigned, viewUnsigned } from './view-agreement.service.ts';

const filterOf = { true: 'signed', false: 'outstanding' } as const;

/** Returns the address of the link's page, with what its forms carry: a signer with a wrong code keeps the form. */
const signPage: PageForm['page'] = ({ fields: { guid = '', account, ...fields } }) => {
  const { orderGuid, referrer, codeSent, done } = fields;
  const query = Object.entries({ guid: account, orderGuid, referrer, codeSent, done });
  const parameters = new URLSearchParams(query.flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return `/quick-sign/${encodeURIComponent(guid)}${parameters.size > 0 ? `?${parameters.toString()}` : ''}`;
};

const codeSentPage: PageForm['page'] = ({ fields, ...sent }) =>
  signPage({ ...sent, fields: { ...fields, codeSent: 'true' } });

const signedPage: PageForm['page'] = ({ fields, ...sent }) =>
  signPage({ ...sent, fields: { ...fields, done: 'true' } });

/** Reads the form of a signer without scripts. A form without a hash was drawn before it covered every agreement. */
function readSignForm({ guid, documentHash, email, emailCode, fullName, typedName = '' }: Record<string, string>) {
  return { guid, documentHash: documentHash ?? null, email, emailCode, fullName, method: 'typed', typedName };
}

const isTyped = (name: string) => ['email', 'emailCode', 'fullName', 'typedName'].includes(name);

export const agreementRoutes = (services: Pick<PaperServices, 'files' | 'originOf'>): Route[] => [
  accountRoute(countUnsignedAgreements, async (ctx) => ({ numberOfUnsignedAgreements: await countOutstanding(ctx) })),
  accountRoute(listAccountAgreements, (ctx, { query }) =>
    pageAgreements(ctx, query.signed ? filterOf[query.signed] : 'all', query, partOf(query)),
  ),
  keyRoute(getUnsignedAgreement, (ctx, { params }) => viewUnsigned(ctx, params.guid)),
  keyRoute(getAgreementAccount, (ctx, { params, query }) => viewAccount(ctx, params.guid, query.agreement)),
  keyRoute(validateAgreementEmail, (ctx, { params, body }) => validateEmail(ctx, params.guid, body)),
  withForm(
    keyRoute(sendAgreementEmailCode, (ctx, { params, body }) => mailEmailCode(ctx, params.guid, body.email)),
    { page: signPage, done: codeSentPage, read: ({ email }) => ({ email }), keeps: isTyped },
  ),
  withForm(
    keyRoute(signAgreement, (ctx, { body }) => signOnce(ctx, body)),
    { page: signPage, done: signedPage, read: readSignForm, keeps: isTyped },
  ),
  accountRoute(getSignedAgreement, (ctx, { params }) => viewSigned(ctx, params.guid)),
  keyRoute(downloadCall, (ctx, { params, query }) =>
    downloadAgreement(ctx, services, { guid: params.agreementGuid, key: query.key }),
  ),
  publicRoute(verifyCall, (ctx, { body }) => verifyAgreement(ctx, body.file), [verifyLimit]),
];
