import {
  type AccountResource,
  getAccountResource,
  listAccounts,
  patchAccount,
  putAccount,
  WholeAccount,
} from '@quayside/contract/integration/accounts.ts';
import type { z } from 'zod';
import type { TenantDb } from '../../db/client.ts';
import type { IntegrationContext } from '../../http/context.ts';
import { integrationRoute, type Route } from '../../http/route.ts';
import {
  answerResource,
  parsePage,
  presentPage,
  rowOf,
  saveResource,
  type TakeRows,
  wholeRowOf,
  type ResourceChange,
} from '../integration-rows/integration-rows.exports.ts';
import { presentAccountResource } from './account-resources.presenter.ts';
import { findAccountResource, listAccountResources } from './account-resources.queries.ts';

type Resource = z.input<typeof AccountResource>;

/** The calls of the integration API about customers. */
export function accountIntegrationRoutes(takeRows: TakeRows): Route[] {
  const save = (
    ctx: IntegrationContext,
    reference: string,
    change: Pick<ResourceChange<Resource>, 'mayCreate' | 'rows' | 'officeWins'>,
  ) => saveResource(ctx, { ...change, takeRows, kind: 'accounts', name: reference, find: finderOf(ctx, reference) });
  return [
    integrationRoute(listAccounts, async ({ db, tenant }, args) => {
      const page = parsePage(listAccounts, args);
      return presentPage(await listAccountResources(db, tenant.id, page, args.query), page, presentAccountResource);
    }),
    integrationRoute(getAccountResource, async (ctx, { params }) =>
      answerResource(ctx, await finderOf(ctx, params.reference)(ctx.db)),
    ),
    integrationRoute(putAccount, (ctx, { params: { reference }, query, body }) =>
      save(ctx, reference, {
        mayCreate: true,
        officeWins: query.officeWins === 'true',
        rows: () => ({ accounts: [{ ...wholeRowOf(body, WholeAccount), reference }] }),
      }),
    ),
    integrationRoute(patchAccount, (ctx, { params: { reference }, query, body }) =>
      save(ctx, reference, {
        mayCreate: false,
        officeWins: query.officeWins === 'true',
        // Only the given details are the office's word. The others stay as the office and the customer left them.
        rows: (stored) => ({
          accounts: [{ ...rowOf({ site: stored?.site, lastName: stored?.lastName, ...body }), reference }],
        }),
      }),
    ),
  ];
}

const finderOf = (ctx: IntegrationContext, reference: string) => async (db: TenantDb) => {
  const row = await findAccountResource(db, ctx.tenant.id, reference);
  return row && presentAccountResource(row);
};
