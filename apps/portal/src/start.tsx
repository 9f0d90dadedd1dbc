import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { reloadForMissingStyles } from './lib/errors/failures.ts';
import { watchRefusals } from './lib/calls/api.ts';
import { holdEarlyActions } from './lib/first-screen/early-actions.ts';
import { takeFirstAnswers } from './lib/first-screen/first-answers.ts';
import { loadAllTexts, startI18n } from './lib/texts/i18n.ts';
import { focusClickedButtons } from './lib/browser/focus-clicked.ts';
import { pause } from './lib/browser/pause.ts';
import { queryClient } from './lib/queries/query-client.ts';
import { endRefusedSession, sessionQuery, watchSessionEnd } from './lib/session/session.ts';
import { loadTenant } from './lib/tenant.ts';
import { currentLanguage } from './lib/texts/texts.ts';
import { reportRecovered, watchUnhandledErrors } from './lib/errors/unhandled-errors.ts';
import { reloadRestoredPages } from './lib/session/restored-page.ts';
import { makeRouter, type PortalRouter } from './routes/router.tsx';
import { leaveSession } from './routes/session-end.ts';

export async function start(root: HTMLElement): Promise<void> {
  const actEarly = holdEarlyActions(root);
  // Parsing all these scripts was one long step already.
  await pause();
  const tenant = await loadTenant();
  const languageOfPage = document.documentElement.lang;
  takeFirstAnswers();
  // Every first page has a guard that needs this answer. That guard also shows its failure.
  void queryClient.prefetchQuery(sessionQuery);
  await startI18n(tenant);
  const isOtherLanguage = currentLanguage() !== languageOfPage;
  if (isOtherLanguage) void queryClient.invalidateQueries();

  await pause();
  const router = makeRouter(tenant);
  await pause();
  watchRefusals((error) => void endRefusedSession(error));
  watchSessionEnd((end) => leaveSession(router, end));
  focusClickedButtons();
  reloadRestoredPages();
  reloadForMissingStyles();
  watchUnhandledErrors(() => router.state.matches.at(-1)?.fullPath ?? '/');

  const app = <App tenant={tenant} router={router} />;
  const drawn = !isOtherLanguage && (await isDrawn(root, router));
  const onRecoverableError = reportRecovered;
  if (drawn) startTransition(() => void hydrateRoot(root, app, { onRecoverableError }));
  else createRoot(root, { onRecoverableError }).render(app);
  actEarly(drawn);
  await pause();
  // Ready before the reader goes to another page. If this fails, that page tries again.
  await loadAllTexts().catch(() => undefined);
}

/**
 * Loads the router up to the page, if the server has drawn one. Returns true if the server has drawn exactly that
 * page. The reader may be somewhere else: signed in, or with a notice that only this tab knows. The login page shows
 * its notices only after it was taken over, so that nothing typed in it is lost (SHELL-267).
 */
async function isDrawn({ dataset }: HTMLElement, router: PortalRouter): Promise<boolean> {
  if (dataset.drawn === undefined) return false;
  // Read before the guards run: they hide a link's key in the state, in the browser as on the server.
  const state = Object.keys(router.history.location.state);
  const isNoticed = state.some((name) => name !== 'key' && !name.startsWith('__'));
  await router.load();
  const { location, matches } = router.state;
  if ((isNoticed && location.pathname !== '/login') || location.href !== dataset.drawn) return false;
  if (matches.some(({ status }) => status !== 'success')) return false;
  // Now the router renders the same boundaries as on the server.
  router.ssr = { manifest: undefined };
  return true;
}
