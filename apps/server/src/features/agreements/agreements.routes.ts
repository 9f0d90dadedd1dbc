import { countUnsignedAgreements, listAccountAgreements } from '@quayside/contract/agreements.ts';
import { partOf } from '@quayside/contract/paging.ts';
import { accountRoute, type Route } from '../../http/route.ts';
import { countOutstanding, pageAgreements } from './agreements.service.ts';

const filterOf = { true: 'signed', false: 'outstanding' } as const;

export const agreementRoutes: Route[] = [
  accountRoute(countUnsignedAgreements, async (ctx) => ({ numberOfUnsignedAgreements: await countOutstanding(ctx) })),
  accountRoute(listAccountAgreements, (ctx, { query }) =>
    pageAgreements(ctx, query.signed ? filterOf[query.signed] : 'all', partOf(query)),
  ),
];
