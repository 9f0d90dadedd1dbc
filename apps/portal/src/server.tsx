import type { DrawingProgram, Drawing, DrawnPage, PageToDraw } from '@quayside/contract/portal/drawn-pages.ts';
import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router';
import { prerender } from 'react-dom/static';
import { App } from './app.tsx';
import { keepAnswers } from './lib/first-screen/first-answers.ts';
import { noteQueries, openQuestions, startQuestions } from './lib/first-screen/first-questions.ts';
import { takeTexts } from './lib/texts/i18n.ts';
import { queryClient } from './lib/queries/query-client.ts';
import { t } from './lib/texts/texts.ts';
import { clearToasts } from './lib/toasts.ts';
import { clearServerTexts, listServerTexts } from './lib/page-data/server-texts.ts';
import { makeRouter, type PortalRouter } from './routes/router.tsx';
import { keepTyped } from './lib/first-screen/typed-form.ts';
import { parseHtmlWith } from './ui/html/draw-html.ts';
import { drawnTitle, forgetTitle } from './ui/page/page-heading.tsx';
import { parseOnServer } from './ui/html/parse-on-server.ts';

parseHtmlWith(parseOnServer);
noteQueries();

/**
 * Draws a page on the server, from the same routes and components as in the browser, and tells the calls whose answers
 * it misses. Everything here belongs to one page at a time: the caller waits for one before it asks for the next.
 * @throws the error of a component
 */
export async function drawPage(page: PageToDraw): Promise<DrawnPage> {
  forgetReader();
  try {
    startQuestions(page.refusals);
    const drawing = await draw(page).catch((error: unknown) => {
      if (page.isDrawn) throw error;
      // Some parts of it need a browser.
      return null;
    });
    return { drawing: page.isDrawn ? drawing : null, questions: openQuestions() };
  } finally {
    forgetReader();
  }
}

/** Clears everything that the portal's modules keep of one reader, so that no page shows anything of another one. */
function forgetReader(): void {
  queryClient.clear();
  clearToasts();
  clearServerTexts();
  keepTyped(undefined);
  forgetTitle();
}

/** Returns null if there is no such page, because the browser then finds out by itself. */
async function draw({ address, config, languages, texts, answers, typed }: PageToDraw): Promise<Drawing | null> {
  takeTexts(config, languages, texts);
  keepAnswers(answers);
  keepTyped(typed);
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = makeRouter(config, history);
  await arrive(router, history);
  const { location, matches } = router.state;
  if (matches.length === 0 || matches.some(({ status }) => status !== 'success')) return null;
  const description = matches.at(-1)?.staticData.description;
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
  return {
    ...takeStyles(html),
    address: location.href,
    serverTexts: listServerTexts(),
    title: drawnTitle(),
    description: description === undefined ? '' : t(description, { name: config.name, marina: config.name }),
  };
}

/** The most redirects that a page makes. More of them are a circle. */
const mostRedirects = 5;

/** Loads the page at the history's address, and follows the redirects of its guards. */
async function arrive(router: PortalRouter, history: RouterHistory): Promise<void> {
  for (let turn = 0; turn <= mostRedirects; turn += 1) {
    await router.load();
    // On a server the router follows no redirect by itself. Its own request handler reads this field.
    const result = router._serverResult;
    if (result?.type !== 'redirect') return;
    const { href = '/', state } = result.redirect.options;
    // It would be another document, so the browser goes there by itself.
    if (result.redirect.options.reloadDocument) return;
    history.replace(href, state);
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
