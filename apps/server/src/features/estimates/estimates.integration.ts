import {
  type EstimateResource,
  EstimateLineRow,
  type EstimateRow,
  getEstimateResource,
  listEstimateResources,
  patchEstimate,
  putEstimate,
} from '@quayside/contract/integration/estimates.ts';
import type { z } from 'zod';
import type { Route } from '../../http/route.ts';
import {
  refuseNoLines,
  resourceRoutes,
  type TakeRows,
  type Values,
  wholeRowOf,
} from '../integration-rows/integration-rows.exports.ts';
import { presentEstimateResource } from './estimate-resources.presenter.ts';
import { findEstimateResource, pageOfEstimates } from './estimate-resources.queries.ts';

type Resource = z.input<typeof EstimateResource>;

/** The calls of the integration API about estimates. */
export const estimateIntegrationRoutes = (takeRows: TakeRows): Route[] =>
  resourceRoutes({
    takeRows,
    kind: 'estimates',
    calls: { list: listEstimateResources, get: getEstimateResource, put: putEstimate, patch: patchEstimate },
    key: ({ reference = '' }) => ({ reference }),
    keptByPut: ['total', 'lines'],
    find: (db, tenantId, { reference = '' }) => findEstimateResource(db, tenantId, reference),
    page: pageOfEstimates,
    present: presentEstimateResource,
    // The total comes from the lines.
    notRepeated: () => ['total'],
    lineRows: ({ reference: estimate = '' }, body: Values, stored: Resource | undefined) => {
      const { lines } = body as z.output<typeof EstimateRow>;
      if (lines === undefined) return {};
      refuseNoLines(lines, stored);
      const rows = lines.map((line, index) => ({
        ...wholeRowOf(line, EstimateLineRow),
        estimate,
        position: String(index + 1),
      }));
      return { 'estimate-lines': rows };
    },
  });
