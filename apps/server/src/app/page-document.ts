import type { Drawing, FirstAnswer } from '@quayside/contract/portal/drawn-pages.ts';
import type { Culture, TenantConfig } from '@quayside/contract/tenant/tenant.ts';
import { themeVariables } from '@quayside/contract/tenant/theme.ts';
import { isKnownLanguage, languages, pageTexts } from '../features/languages/languages.exports.ts';
import { presentConfig } from '../features/tenant/tenant.exports.ts';
import { escapeHtml } from '../lib/texts/escape-html.ts';
import { negotiateLanguage } from '../lib/texts/negotiation.ts';
import { tenantText } from '../lib/texts/texts.ts';
import type { Tenant } from '../http/context.ts';
import { fontPreloads, fontRules, withoutOurFont } from './page-font.ts';
import { noteClicks, scriptsPlace, startScripts } from './start-scripts.ts';
import type { PortalBuild, RouteAssets } from './portal-build.ts';

/** The place of the page's own head in index.html. */
const mark = '<!--quayside:page-->';
const emptyRoot = '<div id="root"></div>';

export interface PageData {
  tenant: Tenant;
  language: string;
  /** Scheme and host that the client used. */
  origin: string;
  /** The payment providers' origins from which this document may load scripts and frames. */
  providerOrigins: readonly string[];
  assets: RouteAssets;
  /** True if search engines may list the page. */
  isIndexed: boolean;
  /** The first screen, if the server has drawn it. */
  drawn?: Drawing | undefined;
}

/**
 * Returns the portal's document with its tenant and texts inside, so that the first screen needs no request. The JSON
 * has the same bytes as the calls' answers.
 */
export function renderPage(
  build: PortalBuild,
  { tenant, language, origin, providerOrigins, assets, isIndexed, drawn }: PageData,
): string {
  const config = presentConfig(tenant, origin);
  const { icon, font } = tenant.settings;
  const styles = [...build.styles, ...assets.styles];
  const head = [
    ...(font ? fontPreloads(font) : []),
    `<title>${escapeHtml(drawn?.title ?? config.portalTitle)}</title>`,
    ...(isIndexed ? [] : ['<meta name="robots" content="noindex">']),
    ...(drawn?.description ? [`<meta name="description" content="${escapeHtml(drawn.description)}">`] : []),
    `<meta name="theme-color" content="${escapeHtml(config.backgroundColour)}">`,
    `<link rel="icon" href="${escapeHtml(icon ?? (config.logo || 'data:,'))}">`,
    // A slow phone would otherwise paint half a header first, and move it when the rest is parsed.
    ...(drawn ? ['<link rel="expect" href="#root" blocking="render">'] : []),
    // The first screen's styles, so that it is painted without another round trip. The variables win over them.
    `<style>${font ? fontRules(font) : ''}${build.rulesOf(styles)}${ownRules(config, drawn)}</style>`,
  ].join('\n    ');
  const scripts = [
    ...build.scripts.map((element) => element.replace(/^<\w+/, '$& fetchpriority="low"')),
    ...assets.scripts.map(
      (href) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${escapeHtml(href)}">`,
    ),
  ];
  // The data and the scripts come after the drawn page, so that they don't compete with it.
  const foot = [
    // Disabled, because the document has their rules. The build's loader finds them and doesn't load them again.
    ...styles.map((href) => `<link rel="stylesheet" disabled href="${escapeHtml(href)}">`),
    jsonBlock('portal-config', config),
    jsonBlock('languages', { languages }),
    jsonBlock('page-texts', pageTexts(language, assets.texts)),
    ...(Object.keys(drawn?.serverTexts ?? {}).length > 0 ? [jsonBlock('server-texts', drawn?.serverTexts)] : []),
    jsonBlock('page', { build: build.builtMs, providerOrigins }),
    ...(drawn ? [scriptsPlace, ...scripts, '</template>', `<script>${startScripts}</script>`] : scripts),
  ].join('\n    ');
  const direction = languages.find(({ code }) => code === language)?.dir ?? 'ltr';
  return (font ? withoutOurFont(build.template) : build.template)
    .replace(/<html[^>]*>/, () => `<html lang="${language}" dir="${direction}">`)
    .replace(mark, () => head)
    .replace('</body>', () => `  ${foot}\n  </body>`)
    .replace(emptyRoot, () => rootOf(tenant, config, language, drawn));
}

/**
 * Returns the content before the scripts load: the drawn page, else the marina's name or logo. Without scripts it
 * says how to reach the office.
 */
function rootOf(
  tenant: Tenant,
  { logo, name, contact }: TenantConfig,
  language: string,
  drawn: PageData['drawn'],
): string {
  const brand = logo ? `<img src="${escapeHtml(logo)}" alt="${escapeHtml(name)}" height="36">` : escapeHtml(name);
  const values = { name, telephone: contact.telephone, email: contact.email };
  const help = tenantText(tenant, language, 'page.needsScripts', values);
  const root = drawn
    ? `<script>${noteClicks}</script>\n    <div id="root" data-drawn="${escapeHtml(drawn.address)}">${drawn.html}</div>`
    : `<div id="root"><div class="first-paint">${brand}</div></div>`;
  // A drawn form with a post works whole without scripts, and so does the page after it. A page with a part of its own
  // for readers without scripts says by itself what it needs.
  const works =
    drawn && (/<noscript>|<form[^>]* method="post"/.test(drawn.html) || /[?&]done=true$/.test(drawn.address));
  if (works) return root;
  // Above a drawn page, because nobody should fill in a form that sends nothing.
  const notice = `<noscript><p>${escapeHtml(help)}</p></noscript>`;
  return (drawn ? [notice, root] : [root, notice]).join('\n    ');
}

/** The languages that a marina offers, and those that were found for its readers' headers. */
interface Offer {
  languages: readonly string[];
  found: Map<string, string>;
}

const offers = new WeakMap<Culture, Offer>();

/** A browser sends the same header with each request, and few of them exist. Others must not fill the memory. */
const mostHeaders = 200;
const longestHeader = 100;

/**
 * Returns the page's language: the reader's choice, else the browser's languages, else the tenant's own (decision
 * C4.19).
 */
export function pageLanguage(tenant: Tenant, chosen: string | undefined, acceptLanguage: string | undefined): string {
  const { culture } = tenant.settings;
  const { languages: offered, found } = offerOf(culture);
  if (chosen !== undefined && offered.includes(chosen)) return chosen;
  const header = acceptLanguage ?? '';
  const known = found.get(header);
  if (known !== undefined) return known;
  const language = negotiateLanguage(acceptLanguage, offered, culture.defaultLanguage);
  if (found.size < mostHeaders && header.length <= longestHeader) found.set(header, language);
  return language;
}

function offerOf(culture: Culture): Offer {
  let offer = offers.get(culture);
  if (!offer) {
    offer = { languages: culture.availableLanguages.filter(isKnownLanguage), found: new Map() };
    offers.set(culture, offer);
  }
  return offer;
}

/** Returns the part of a document for one reader alone. */
export const answersBlock = (answers: readonly FirstAnswer[]): string => jsonBlock('first-answers', answers);

/** Returns the server's time for the portal, because a device's clock may be wrong. */
export const sentAtBlock = (now: Date): string => jsonBlock('sent-at', now.getTime());

/**
 * Returns the nonce that the portal gives to a provider's script for its styles. It stands in a text, where no style
 * can read it.
 */
export const styleNonceBlock = (nonce: string): string => jsonBlock('style-nonce', nonce);

/** Escapes each `<`: inside a script element it could end the element, or begin a comment that hides its end. */
function jsonBlock(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
}

/** Returns the rules of this page alone. */
function ownRules(config: TenantConfig, drawing: Drawing | undefined): string {
  // Repeated, because a style of an element wins over the rules of its classes.
  const ofElements = drawing?.styles.map((style, place) =>
    /[&<>{}]/.test(style) ? '' : `[data-style="${place}"][data-style][data-style]{${style}}`,
  );
  return `:root{${variablesOf(themeVariables(config))}}${ofElements?.join('') ?? ''}`;
}

/** Returns declarations of custom properties. Those that could leave the declaration are left out. */
function variablesOf(variables: Record<string, string>): string {
  return Object.entries(variables)
    .filter(([name, value]) => /^--[a-z0-9-]+$/.test(name) && !/[<>{};]/.test(value))
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
}
