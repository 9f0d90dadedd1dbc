import {
  getConsent,
  getConsentGroup,
  listConsentGroups,
  listConsents,
  patchConsentGroup,
  putConsent,
  putConsentGroup,
} from '@quayside/contract/integration/consents.ts';
import { notFound } from '../../http/errors.ts';
import { integrationRoute, type Route } from '../../http/route.ts';
import { parsePage, presentPage, resourceRoutes, type TakeRows } from '../integration-rows/integration-rows.exports.ts';
import { presentChoice, presentConsentGroup } from './consent-resources.presenter.ts';
import { findChoice, findConsentGroup, pageOfChoices, pageOfConsentGroups } from './consent-resources.queries.ts';

/** The calls of the integration API about consents. */
export const consentIntegrationRoutes = (takeRows: TakeRows): Route[] => [
  ...resourceRoutes({
    takeRows,
    kind: 'consent-groups',
    calls: { list: listConsentGroups, get: getConsentGroup, put: putConsentGroup, patch: patchConsentGroup },
    key: ({ reference = '' }) => ({ reference }),
    keptByPut: ['retired'],
    find: (db, tenantId, { reference = '' }) => findConsentGroup(db, tenantId, reference),
    page: pageOfConsentGroups,
    present: presentConsentGroup,
  }),
  ...resourceRoutes({
    takeRows,
    kind: 'consents',
    calls: { get: getConsent, put: putConsent },
    key: ({ reference: group = '', account = '' }) => ({ group, account }),
    find: (db, tenantId, { reference = '', account = '' }) => findChoice(db, tenantId, reference, account),
    present: presentChoice,
  }),
  integrationRoute(listConsents, async ({ db, tenant }, args) => {
    const { reference } = args.params;
    if (!(await findConsentGroup(db, tenant.id, reference))) throw notFound();
    const page = parsePage(listConsents, args);
    return presentPage(await pageOfChoices(db, tenant.id, reference, page), page, presentChoice);
  }),
];
