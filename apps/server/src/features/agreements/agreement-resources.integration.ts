import {
  getAgreementFile,
  getAgreementResource,
  listAgreementResources,
  listAgreementTypes,
  patchAgreement,
  putAgreement,
} from '@quayside/contract/integration/agreements.ts';
import { notFound } from '../../http/errors.ts';
import { integrationRoute, type Route } from '../../http/route.ts';
import { resourceRoutes, type TakeRows } from '../integration-rows/integration-rows.exports.ts';
import { presentAgreementResource } from './agreement-resources.presenter.ts';
import { type DownloadServices, openPaper } from './papers/download-agreement.service.ts';
import { countTypes, findAgreementResource, pageOfAgreements } from './agreement-resources.queries.ts';

/** The calls of the integration API that read agreements, and change them by the rules of the import. */
export const agreementResourceRoutes = (takeRows: TakeRows, services: DownloadServices): Route[] => [
  integrationRoute(getAgreementFile, async (ctx, { params }) => {
    const row = await findAgreementResource(ctx.db, ctx.tenant.id, params.reference);
    if (!row) throw notFound();
    return openPaper(ctx, services, row.id);
  }),
  integrationRoute(listAgreementTypes, async ({ db, tenant }) => ({ items: await countTypes(db, tenant.id) })),
  ...resourceRoutes({
    takeRows,
    kind: 'agreements',
    calls: { list: listAgreementResources, get: getAgreementResource, put: putAgreement, patch: patchAgreement },
    key: ({ reference = '' }) => ({ reference }),
    keptByPut: ['signatureRequired', 'optional'],
    find: (db, tenantId, { reference = '' }) => findAgreementResource(db, tenantId, reference),
    page: pageOfAgreements,
    present: presentAgreementResource,
  }),
];
