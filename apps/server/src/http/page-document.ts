import type { FirstAnswer } from '@quayside/contract/first-calls.ts';
import type { TenantConfig } from '@quayside/contract/tenant.ts';
import { isKnownLanguage, languages, textsOf } from '../features/languages/language-files.ts';
import { presentConfig } from '../features/tenant/tenant.presenter.ts';
import { negotiateLanguage, tenantText } from '../texts.ts';
import type { Tenant } from './context.ts';
import type { PortalBuild, RouteAssets } from './portal-build.ts';

/** Where in index.html the page's own head goes. */
const mark = '<!--quayside:page-->';
const emptyRoot = '<div id="root"></div>';

export interface PageFacts {
  tenant: Tenant;
  language: string;
  /** Scheme and host that the client used. */
  origin: string;
  /** Of payment providers that this document may load scripts and frames from. */
  providerOrigins: readonly string[];
  assets: RouteAssets;
}

/**
 * The portal's document with its tenant and texts inside, so that the first screen asks nobody whose it is. The JSON
 * is byte for byte what the calls answer.
 */
export function renderPage(
  build: PortalBuild,
  { tenant, language, origin, providerOrigins, assets }: PageFacts,
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
  // After the entry's own styles, as they would come if the route loaded them itself.
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

/** What stands there until the scripts have come: whose portal it is. Without scripts, how to reach the office. */
function firstPaint(tenant: Tenant, { logo, name, contact }: TenantConfig, language: string): string {
  const brand = logo ? `<img src="${escapeHtml(logo)}" alt="${escapeHtml(name)}" height="36">` : escapeHtml(name);
  const values = { name, telephone: contact.telephone, email: contact.email };
  const help = tenantText(tenant, language, 'page.needsScripts', values);
  return `<div id="root"><div class="first-paint">${brand}</div></div>\n    <noscript><p>${escapeHtml(help)}</p></noscript>`;
}

/** The reader's choice, else the browser's languages, else the tenant's own (decision C4.19). */
export function pageLanguage(tenant: Tenant, chosen: string | undefined, acceptLanguage: string | undefined): string {
  const { availableLanguages, defaultLanguage } = tenant.settings.culture;
  const offered = availableLanguages.filter(isKnownLanguage);
  if (chosen !== undefined && offered.includes(chosen)) return chosen;
  return negotiateLanguage(acceptLanguage, offered, defaultLanguage);
}

/** What goes into the document of one reader alone. */
export const answersBlock = (answers: readonly FirstAnswer[]): string => jsonBlock('first-answers', answers);

/** What the portal hands to a provider's script for the styles that it adds. In a text, where no style can read it. */
export const styleNonceBlock = (nonce: string): string => jsonBlock('style-nonce', nonce);

/** A `<` inside a script element could end it, or begin a comment that swallows its end. */
function jsonBlock(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
}

/** The tenant's own custom properties. What could leave the declaration is left out. */
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

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
