import { type DocumentKind, ownWindowKinds } from './document-kinds.ts';
import table from './portal-pages.json' with { type: 'json' };

/** The paths of the portal's pages from the root, with `:name` for a part that varies. */
export type PagePath = keyof typeof table;

export interface PortalPage {
  /** The modules of its first screen, from the portal's folder: those of its layouts, then its own. */
  readonly files: readonly string[];
  readonly document?: readonly DocumentKind[];
  /** The page to which its guard always leads on. */
  readonly leadsTo?: PagePath;
  /** The text key of the sentences by which a search engine describes it. */
  readonly description?: string;
}

/** All pages of the portal. `npm run pages` writes the table from the routes. The browser does not load it. */
export const portalPages = table as Readonly<Record<PagePath, PortalPage>>;

/** Returns the source of a pattern for a bare path, without a slash at its end. Each `:name` is a group. */
function patternOf(path: string): string {
  const parts = path.toLowerCase().split('/');
  return parts
    .filter((part) => part !== '')
    .map((part) => (part.startsWith(':') ? '/([^/]+)' : `/${RegExp.escape(part)}`))
    .join('');
}

const patterns = Object.keys(portalPages).map((path) => ({
  path: path as PagePath,
  pattern: new RegExp(`^${patternOf(path)}/?$`),
}));

const payLink: PagePath = '/quick-pay/:orderGuid';
const payLinkPages = new RegExp(`^${patternOf(payLink)}`);
const agreementLink: PagePath = '/quick-sign/:id';
const agreementLinkPage = new RegExp(`^${patternOf(agreementLink)}/?$`);

/**
 * Returns a path in lower case and without `/portal`: the portal also answers there (decision C2.1) and ignores
 * case.
 */
export const barePath = (path: string): string => path.toLowerCase().replace(/^\/portal(?=\/|$)/, '');

/** Returns the page at a path. Undefined if the portal has none there. @param path from the root, without the search */
export function pageAt(path: string): PortalPage | undefined {
  const bare = barePath(path);
  const found = patterns.find(({ pattern }) => pattern.test(bare));
  return found && portalPages[found.path];
}

const hasKind = (path: string, ...kinds: DocumentKind[]): boolean =>
  pageAt(path)?.document?.some((kind) => kinds.includes(kind)) ?? false;

/** @param path from the root, without the search */
export const isPaymentPage = (path: string): boolean => hasKind(path, 'payment');

/** @param path from the root, without the search */
export const isWalletPage = (path: string): boolean => hasKind(path, 'wallets');

/** Returns the order's guid in the path of a pay link's page, in lower case. Null on every other page. */
export const orderOfPayLink = (path: string): string | null => payLinkPages.exec(barePath(path))?.[1] ?? null;

/** Returns the agreement's guid in the path of its link, in lower case. Null on every other page. */
export const agreementOfLink = (path: string): string | null => agreementLinkPage.exec(barePath(path))?.[1] ?? null;

/**
 * Checks if a page's address may hold a key. A path without a page counts too, because it may be a mistyped link.
 * @param path from the root, without the search
 */
export const isTokenPage = (path: string): boolean => !pageAt(path) || hasKind(path, 'key');

/** Checks if no other site may frame a page. @param path from the root, without the search */
export const isOwnWindowPage = (path: string): boolean => hasKind(path, ...ownWindowKinds);

/** @param path from the root, without the search */
export const isMicroAppPage = (path: string): boolean => hasKind(path, 'apps');

/** Checks if the server draws a page for a signed-in person. @param path from the root, without the search */
export const isDrawnForOne = (path: string): boolean => hasKind(path, 'drawnForOne');

/** Checks if the server draws a page for everybody with its link. @param path from the root, without the search */
export const isDrawnForLink = (path: string): boolean => hasKind(path, 'drawnForLink');

/** @param path from the root, without the search */
export const isBankFormPage = (path: string): boolean => hasKind(path, 'bankForm');
