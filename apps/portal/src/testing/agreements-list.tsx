import { listAccountAgreements } from '@quayside/contract/agreements.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { callQuery } from '../lib/call-query.ts';
import { startI18n } from '../lib/i18n.ts';
import { readPaging } from '../lib/paging.ts';
import { queryClient } from '../lib/query-client.ts';
import { readSearch, writeSearch } from '../lib/search.ts';
import { sessionQuery } from '../lib/session.ts';
import { loadTenant, TenantProvider } from '../lib/tenant.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { PagedList } from '../ui/paged-list/paged-list.tsx';
import { Theme } from '../ui/theme/theme.tsx';

/** A page of PagedList alone, over a call that has pages, until the first screen has one: e2e/paged-list.spec.ts puts it on an empty page. */
function Agreements({ accountGuid }: { accountGuid: string }) {
  return (
    <main style={{ padding: 16, maxWidth: 1120, margin: 'auto' }}>
      <h1>Agreements</h1>
      <PagedList
        label="Agreements"
        failureTitle="Your agreements could not be loaded"
        query={(part) => ({
          ...callQuery(listAccountAgreements, { params: { accountGuid }, query: part }),
          meta: { showsFailure: true },
        })}
        rowsOf={({ agreements }) => agreements}
        keyOf={({ guid }) => guid}
        columns={[
          { title: 'Type', cell: ({ type }) => type },
          { title: 'Start date', cell: ({ startDate }) => startDate },
          { title: 'Signed', cell: ({ isSigned }) => (isSigned ? 'Yes' : 'No'), align: 'end' },
        ]}
        card={({ type, startDate }) => (
          <>
            <strong>{type}</strong>
            <p>{startDate}</p>
          </>
        )}
        empty={<EmptyState>There are no agreements.</EmptyState>}
      />
    </main>
  );
}

async function start(root: HTMLElement): Promise<void> {
  const tenant = await loadTenant();
  await startI18n(tenant);
  const { userSession } = await queryClient.fetchQuery(sessionQuery);
  const rootRoute = createRootRoute();
  const route = createRoute({
    getParentRoute: () => rootRoute,
    path: location.pathname,
    validateSearch: readPaging,
    component: () => <Agreements accountGuid={userSession.accountGuid ?? ''} />,
  });
  const router = createRouter({
    routeTree: rootRoute.addChildren([route]),
    parseSearch: readSearch,
    stringifySearch: writeSearch,
  });
  createRoot(root).render(
    <TenantProvider value={tenant}>
      <QueryClientProvider client={queryClient}>
        <Theme>
          <RouterProvider router={router as never} />
        </Theme>
      </QueryClientProvider>
    </TenantProvider>,
  );
}

const root = document.createElement('div');
document.body.replaceChildren(root);
document.title = 'Agreements';
await start(root);
