import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchRefusals } from './lib/api.ts';
import { takeFirstAnswers } from './lib/first-answers.ts';
import { currentLanguage, startI18n } from './lib/i18n.ts';
import { pause } from './lib/pause.ts';
import { queryClient } from './lib/query-client.ts';
import { endRefusedSession, sessionQuery, watchSessionEnd } from './lib/session.ts';
import { loadTenant, TenantProvider } from './lib/tenant.ts';
import { watchUnhandledErrors } from './lib/unhandled-errors.ts';
import { watchWayBack } from './lib/way-back.ts';
import { makeRouter } from './routes/router.tsx';
import { leaveSession } from './routes/session-end.ts';
import { Theme } from './ui/theme/theme.tsx';

async function start(root: HTMLElement): Promise<void> {
  // Parsing all these scripts was one long step already.
  await pause();
  const tenant = await loadTenant();
  const languageOfPage = document.documentElement.lang;
  takeFirstAnswers();
  // Every first page has a guard that needs this answer. That guard also shows its failure.
  void queryClient.prefetchQuery(sessionQuery);
  await startI18n(tenant);
  if (currentLanguage() !== languageOfPage) void queryClient.invalidateQueries();

  await pause();
  const router = makeRouter(tenant);
  watchRefusals((error) => void endRefusedSession(error));
  watchSessionEnd((end) => void leaveSession(router, end));
  watchWayBack();
  watchUnhandledErrors(() => router.state.matches.at(-1)?.fullPath ?? '/');

  createRoot(root).render(
    <StrictMode>
      <TenantProvider value={tenant}>
        <QueryClientProvider client={queryClient}>
          <Theme>
            <RouterProvider router={router} />
          </Theme>
        </QueryClientProvider>
      </TenantProvider>
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root) await start(root);
