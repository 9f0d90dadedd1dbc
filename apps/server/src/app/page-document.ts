import type { FirstAnswer } from '@quayside/contract/first-calls.ts';
import type { TenantConfig } from '@quayside/contract/tenant.ts';
import { isKnownLanguage, languages, textsOf } from '../features/languages/languages.face.ts';
import { presentConfig } from '../features/tenant/tenant.face.ts';
import { escapeHtml } from '../lib/escape-html.ts';
import { negotiateLanguage } from '../lib/negotiation.ts';
import { tenantText } from '../lib/texts.ts';
import type { Tenant } from '../http/context.ts';
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
}

/**
 * Returns the portal's document with its tenant and texts inside, so that the first screen needs no request. The JSON
 * has the same bytes as the calls' answers.
 */
export function renderPage(
  build: PortalBuild,
  { tenant, language, origin, providerOrigins, assets }: PageData,
): string {
  const config = presentConfig(tenant, origin);
  const head = [
    `<title>${escapeHtml(config.portalTitle)}</title>`,
    `<meta name="theme-color" content="${escapeHtml(config.backgroundColour)}">`,
    `<link rel="icon" href="${escapeHtml(config.logo || 'data:,')}">`,
    `<style>:root{${tenantVariables(config)}}</style>`,
    jsonBlock('portal-config', config),
    jsonBlock('languages', { languages }),
    jsonBlock('language-files', { language, files: textsOf(language) }),
    jsonBlock('page', { build: build.builtMs, providerOrigins }),
  ].join('\n    ');
  // They come after the entry's own styles, as if the route itself loaded them.
  const links = [
    ...assets.styles.map((href) => `<link rel="stylesheet" crossorigin href="${escapeHtml(href)}">`),
    ...assets.scripts.map((href) => `<link rel="modulepreload" crossorigin href="${escapeHtml(href)}">`),
  ].join('\n    ');
  const direction = languages.find(({ code }) => code === language)?.dir ?? 'ltr';
  return build.template
    .replace(/<html[^>]*>/, () => `<html lang="${language}" dir="${direction}">`)
    .replace(mark, () => head)
    .replace('</head>', () => `  ${links}\n  </head>`)
    .replace(emptyRoot, () => firstPaint(tenant, config, language));
}

/**
 * Returns the content before the scripts load: the marina's name or logo. Without scripts it says how to reach the
 * office.
 */
function firstPaint(tenant: Tenant, { logo, name, contact }: TenantConfig, language: string): string {
  const brand = logo ? `<img src="${escapeHtml(logo)}" alt="${escapeHtml(name)}" height="36">` : escapeHtml(name);
  const values = { name, telephone: contact.telephone, email: contact.email };
  const help = tenantText(tenant, language, 'page.needsScripts', values);
  return `<div id="root"><div class="first-paint">${brand}</div></div>\n    <noscript><p>${escapeHtml(help)}</p></noscript>`;
}

/**
 * Returns the page's language: the reader's choice, else the browser's languages, else the tenant's own (decision
 * C4.19).
 */
export function pageLanguage(tenant: Tenant, chosen: string | undefined, acceptLanguage: string | undefined): string {
  const { availableLanguages, defaultLanguage } = tenant.settings.culture;
  const offered = availableLanguages.filter(isKnownLanguage);
  if (chosen !== undefined && offered.includes(chosen)) return chosen;
  return negotiateLanguage(acceptLanguage, offered, defaultLanguage);
}

/** Returns the part of a document for one reader alone. */
export const answersBlock = (answers: readonly FirstAnswer[]): string => jsonBlock('first-answers', answers);

/**
 * Returns the nonce that the portal gives to a provider's script for its styles. It stands in a text, where no style
 * can read it.
 */
export const styleNonceBlock = (nonce: string): string => jsonBlock('style-nonce', nonce);

/** Escapes each `<`: inside a script element it could end the element, or begin a comment that swallows its end. */
function jsonBlock(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
}

/** Returns the tenant's own custom properties. Characters that could leave the declaration are removed. */
function tenantVariables({
  backgroundColour,
  styles,
}: {
  backgroundColour: string;
  styles: Record<string, string>;
}): string {
  return Object.entries({ '--qs-brand': backgroundColour, ...styles })
    .filter(([name, value]) => /^--[a-z0-9-]+$/.test(name) && !/[<>{};]/.test(value))
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
}
