import type { Drawing, DrawingProgram, PageToDraw } from '@quayside/contract/drawn-pages.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import i18next from 'i18next';
import { prerender } from 'react-dom/static';
import { App } from './app.tsx';
import { keepAnswers } from './lib/first-answers.ts';
import { takeTexts } from './lib/i18n.ts';
import { queryClient } from './lib/query-client.ts';
import { makeRouter } from './routes/router.tsx';
import { parseHtmlWith } from './ui/draw-html.ts';
import { drawnTitle } from './ui/page-heading.tsx';
import { parseOnServer } from './ui/parse-on-server.ts';
import { themeVariables } from './ui/theme/theme.tsx';

parseHtmlWith(parseOnServer);

/**
 * Draws a page on the server, from the same routes and components as in the browser. Returns null if the page leads
 * elsewhere or fails, because the browser then finds out by itself. Everything here belongs to one page at a time:
 * the caller waits for one before it asks for the next.
 * @throws the error of a component
 */
export async function drawPage({ path, config, languages, texts, answers }: PageToDraw): Promise<Drawing | null> {
  queryClient.clear();
  await takeTexts(config, languages, texts);
  keepAnswers(answers);
  const router = makeRouter(config, createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const { location, matches } = router.state;
  const isThere = matches.length > 0 && matches.every(({ status }) => status === 'success');
  if (!isThere || location.href !== path) return null;
  const failures: unknown[] = [];
  const { prelude } = await prerender(<App tenant={config} router={router} />, {
    // Large parts would otherwise come later, with a script that the policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      failures.push(error);
    },
  });
  const html = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  const title = drawnTitle();
  return { ...takeStyles(html), title, description: describe(path, config.name), variables: themeVariables(config) };
}

/** Returns the sentences by which a search engine describes a page: those under its heading, where there are some. */
function describe(path: string, name: string): string {
  switch (path) {
    case '/login':
      return i18next.t('login.description', { name });
    case '/forgotten-password':
      return i18next.t('forgottenPassword.intro');
    case '/register/renewal-token':
      return i18next.t('registration.codeIntro', { name });
    case '/verify':
      return i18next.t('verify.intro', { marina: name });
    default:
      return '';
  }
}

/**
 * Takes the styles out of the elements, because the policy allows none there. The browser's React leaves them alone
 * until it changes one.
 */
function takeStyles(html: string): Pick<Drawing, 'html' | 'styles'> {
  const styles: string[] = [];
  // A quotation mark of a text or another attribute is escaped.
  const rest = html.replaceAll(/ style="([^"]*)"/g, (_, style: string) => ` data-style="${styles.push(style) - 1}"`);
  return { html: rest, styles };
}

({ drawPage }) satisfies DrawingProgram;
