import { getFile } from '@quayside/contract/agreements/agreement-papers.ts';
import { accountRoute, type Route } from '../../http/route.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import { fileOfAccount } from './files.service.ts';

export const fileRoutes = (files: FileStorage): Route[] => [
  accountRoute(getFile, (ctx, { params }) => fileOfAccount(ctx, files, params.guid)),
];
