import { listDocuments } from '@quayside/contract/documents.ts';
import { accountRoute, type Route } from '../../http/route.ts';
import { presentDocuments } from './documents.presenter.ts';
import { documentTypesOfAccount } from './documents.queries.ts';

export const documentRoutes: Route[] = [
  accountRoute(listDocuments, async ({ db, tenant, account, clock, language }, { query }) => {
    const rows = await documentTypesOfAccount(db, {
      tenantId: tenant.id,
      accountId: account.id,
      promptedOnly: query.promptInPortalOnly === 'true',
      now: clock.now(),
    });
    return presentDocuments(rows, { reader: language, tenant: tenant.settings.culture.defaultLanguage });
  }),
];
