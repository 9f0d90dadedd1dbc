import * as receiptsContract from '@quayside/contract/receipts.ts';
import type { Feature } from '../feature.ts';
import { receiptRoutes } from './receipts.routes.ts';

export const receiptsFeature: Feature = {
  chapter: { name: 'payments', files: [receiptsContract] },
  routes: () => receiptRoutes,
};
