import {
  downloadAgreement as downloadCall,
  verifyAgreement as verifyCall,
} from '@quayside/contract/agreement-papers.ts';
import {
  getAgreementAccount,
  getUnsignedAgreement,
  sendAgreementEmailCode,
  signAgreement,
  validateAgreementEmail,
} from '@quayside/contract/agreement-signing.ts';
import { countUnsignedAgreements, getSignedAgreement, listAccountAgreements } from '@quayside/contract/agreements.ts';
import { partOf } from '@quayside/contract/paging.ts';
import { accountRoute, keyRoute, publicRoute, type Route } from '../../http/route.ts';
import { countOutstanding, pageAgreements } from './agreements.service.ts';
import { downloadAgreement } from './download-agreement.service.ts';
import type { PaperServices } from './seal-agreement.service.ts';
import { sign } from './sign-agreement.service.ts';
import { mailEmailCode, validateEmail } from './signer-email.service.ts';
import { verifyAgreement, verifyLimit } from './verify-agreement.service.ts';
import { viewAccount, viewSigned, viewUnsigned } from './view-agreement.service.ts';

const filterOf = { true: 'signed', false: 'outstanding' } as const;

export const agreementRoutes = (services: Pick<PaperServices, 'files' | 'originOf'>): Route[] => [
  accountRoute(countUnsignedAgreements, async (ctx) => ({ numberOfUnsignedAgreements: await countOutstanding(ctx) })),
  accountRoute(listAccountAgreements, (ctx, { query }) =>
    pageAgreements(ctx, query.signed ? filterOf[query.signed] : 'all', query, partOf(query)),
  ),
  keyRoute(getUnsignedAgreement, (ctx, { params }) => viewUnsigned(ctx, params.guid)),
  keyRoute(getAgreementAccount, (ctx, { params, query }) => viewAccount(ctx, params.guid, query.agreement)),
  keyRoute(validateAgreementEmail, (ctx, { params, body }) => validateEmail(ctx, params.guid, body)),
  keyRoute(sendAgreementEmailCode, (ctx, { params, body }) => mailEmailCode(ctx, params.guid, body.email)),
  keyRoute(signAgreement, (ctx, { body }) => sign(ctx, body)),
  accountRoute(getSignedAgreement, (ctx, { params }) => viewSigned(ctx, params.guid)),
  keyRoute(downloadCall, (ctx, { params, query }) =>
    downloadAgreement(ctx, services, { guid: params.agreementGuid, key: query.key }),
  ),
  publicRoute(verifyCall, (ctx, { body }) => verifyAgreement(ctx, body.file), [verifyLimit]),
];
