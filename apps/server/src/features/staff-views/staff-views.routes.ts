import { openStaffView as openStaffViewCall } from '@quayside/contract/identity/staff-views.ts';
import { keyRoute, type Route } from '../../http/route.ts';
import { presentSession } from '../identity/identity.exports.ts';
import { openStaffView } from './staff-views.service.ts';

export const staffViewRoutes: readonly Route[] = [
  keyRoute(openStaffViewCall, async (ctx, { body }) => presentSession(await openStaffView(ctx, body.token))),
];
