import type { TenantConfig } from '@quayside/contract/tenant/tenant.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { queryClient } from './lib/queries/query-client.ts';
import { TenantProvider } from './lib/tenant.ts';
import type { PortalRouter } from './routes/router.tsx';
import './ui/theme/fonts.css';
import './ui/theme/tokens.css';
import './ui/theme/base.css';

/** The whole portal. Server and browser render the same, so that the browser can take over the server's HTML. */
export function App({ tenant, router }: { tenant: TenantConfig; router: PortalRouter }) {
  return (
    <StrictMode>
      <TenantProvider value={tenant}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </TenantProvider>
    </StrictMode>
  );
}
