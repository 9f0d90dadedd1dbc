import { partOf } from '@quayside/contract/shared/paging.ts';
import { listStays } from '@quayside/contract/account/stays.ts';
import { accountRoute, type Route } from '../../http/route.ts';
import { pageStays } from './stays.service.ts';

export const stayRoutes: Route[] = [
  accountRoute(listStays, (ctx, { query }) => pageStays(ctx, query.filter ?? 'Current', partOf(query))),
];
