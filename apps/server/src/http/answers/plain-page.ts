import { negotiateLanguage } from '../../lib/texts/negotiation.ts';
import { fallbackLanguage, knownLanguages, serverText } from '../../lib/texts/texts.ts';
import { directionOf } from '../../lib/texts/text-direction.ts';
import { escapeHtml } from '../../lib/texts/escape-html.ts';
import { ownPolicy, styleHashes } from './page-headers.ts';

/** The route of all pages. Its errors are pages as well, because a person reads them. */
export const everyPage = '/*';

export interface PlainPage {
  html: string;
  headers: Record<string, string>;
}

/**
 * Returns a page with one sentence, for use without a marina.
 * @param key of the sentence in `languages/Server`
 */
export function plainPage(acceptLanguage: string | undefined, key: string): PlainPage {
  const language = negotiateLanguage(acceptLanguage, knownLanguages, fallbackLanguage);
  const text = escapeHtml(serverText(language, key));
  const direction = directionOf(language) === 'rtl' ? ' dir="rtl"' : '';
  const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">';
  const style = '<style>body{margin:15vh auto;max-width:32rem;padding:0 1rem;font:1.125rem/1.5 system-ui}</style>';
  const html =
    `<!doctype html><html lang="${language}"${direction}><meta charset="utf-8">` +
    `${viewport}<title>${text}</title>${style}<p>${text}</p>`;
  return {
    html,
    headers: {
      'content-security-policy': ownPolicy(styleHashes(html)),
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    },
  };
}
