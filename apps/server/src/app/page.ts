import { setTimeout } from 'node:timers/promises';
import { apiBase, type Call } from '@quayside/contract/shared/call.ts';
import { type FirstAnswer, mayBeIndexed, pageToDraw, type TypedForm } from '@quayside/contract/portal/drawn-pages.ts';
import { getSession } from '@quayside/contract/identity/identity.ts';
import { languageCookie, languageCookieAge } from '@quayside/contract/tenant/languages.ts';
import {
  agreementOfLink,
  isBankFormPage,
  isDrawnForLink,
  isDrawnForOne,
  isPaymentPage,
  isWalletPage,
  orderOfPayLink,
} from '@quayside/contract/portal/portal-routes.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { listBankOrigins, listScriptOrigins, listWalletOrigins } from '../features/payments/payments.exports.ts';
import { agreementLinkState } from '../features/agreements/agreements.exports.ts';
import type { DatabaseClient, TenantDb } from '../db/client.ts';
import { negotiateEncoding } from '../lib/texts/negotiation.ts';
import { microAppOrigins } from '@quayside/contract/tenant/micro-apps.ts';
import { permits } from '@quayside/contract/tenant/tenant.ts';
import { noteSessionAccept, presentSession } from '../features/identity/identity.exports.ts';
import { languages, textsOf } from '../features/languages/languages.exports.ts';
import { portalOrigin, presentConfig } from '../features/tenant/tenant.exports.ts';
import { noteLinkAccept } from '../features/quick-pay/quick-pay.exports.ts';
import { payLinkState } from '../features/quick-pay/quick-pay.service.ts';
import type { Clock, Session, Tenant } from '../http/context.ts';
import { setOwnCookie, tenantCookie } from '../http/origin/cookie-names.ts';
import { CallError, notFound } from '../http/errors.ts';
import { type LinkState, statusOfLink } from '../http/answers/link-state.ts';
import { ask, drawFirstScreen, type FirstScreen, type Opening } from './first-screen.ts';
import { PageCache, type PageKey, RenderedPage } from './page-cache.ts';
import { PageDrawer } from './page-drawer.ts';
import {
  answersBlock,
  type PageData,
  pageLanguage,
  renderPage,
  sentAtBlock,
  styleNonceBlock,
} from './page-document.ts';
import { securityHeaders } from '../http/answers/page-headers.ts';
import { everyPage, plainPage } from '../http/answers/plain-page.ts';
import { type PortalBuild, readPortalBuild, type RouteAssets } from './portal-build.ts';
import { requestInfo } from '../http/requests/request-info.ts';
import { loadSession } from './session.ts';
import { makeToken } from '../lib/secrets/secret-token.ts';
import { type TenantFinder, tenantInAddress } from '../http/tenant/tenant.ts';
import { typedInto } from '../http/requests/typed-forms.ts';

export interface PageOptions {
  database: DatabaseClient;
  tenants: TenantFinder;
  clock: Clock;
  /** The folder of the built portal. It is checked again until the portal is there. */
  portalFolder: string;
  /** The calls of the portal by name. A page is drawn with the answers to those that it makes first. */
  calls: ReadonlyMap<string, Call>;
  /** Returns the portal's origin at a host. */
  originOf: (host: string) => string;
}

/** The longest time that a visitor waits for a page that looks the same to everybody. */
const longestWaitMs = 500;

const noAssets: RouteAssets = { scripts: [], styles: [], texts: new Set() };

/** Serves the portal's document on every path that is neither the API's nor a file's. */
export function registerPages(app: FastifyInstance, options: PageOptions): void {
  const { database, tenants, clock, portalFolder, calls, originOf } = options;
  const cache = new PageCache();
  let build = readPortalBuild(portalFolder);
  let drawer: PageDrawer | undefined;
  app.addHook('onClose', () => drawer?.close());

  app.get(everyPage, async (request, reply) => {
    const path = request.url.replace(/[?#].*$/s, '');
    if (path.startsWith(apiBase) || `${path}/` === apiBase) throw notFound();
    const { origin } = requestInfo(request);
    reply.headers(securityHeaders({ path, providerOrigins: [] }));
    build ??= readPortalBuild(portalFolder);
    if (!build) return sendPlain(request, reply, 503, 'page.notBuilt');
    if (build.drawingProgram !== undefined) drawer ??= new PageDrawer(build.drawingProgram, app.log);
    const tenant = await findTenant(tenants, request);
    if (tenant instanceof CallError) return sendPlain(request, reply, tenant.status, `errors.${tenant.code}`);
    keepTenant(request, reply, tenant);

    const db = database.forTenant(tenant.id);
    const { providerOrigins, imageOrigins } = await originsOf(path, db, tenant.id);
    const isPaidOn = isPaymentPage(path) || providerOrigins.length > 0;
    const bankOrigins = isPaidOn || isBankFormPage(path) ? await listBankOrigins(db, tenant.id) : [];
    const language = pageLanguage(tenant, request.cookies[languageCookie], request.headers['accept-language']);
    renewLanguage(request, reply, language);
    const { status, assets } = await findPage(path, build, db, tenant, clock.now());
    const isIndexed = mayBeIndexed(request.url);
    const facts = { tenant, language, origin, providerOrigins, assets, isIndexed };
    const session = await loadSession(request, getSession, db, tenant, clock);
    if (isPaidOn) await noteAccept(request, db, tenant.id, session);
    const pages = { request, build, cache, drawer, originOf };
    const isLink = status === 200 && isDrawnForLink(path);
    const screen =
      session || isLink
        ? await firstScreen({ request, tenant, language, calls }, drawer, {
            origin,
            session,
            isLink,
            typed: typedInto(request),
          })
        : undefined;
    if (screen) reply.header('set-cookie', screen.cookies);
    const answers = screen?.answers ?? [];
    const page = screen ? ownPage(pages, facts, screen) : await visitorsPage(pages, facts);
    const own = { answers, now: clock.now(), imageOrigins, bankOrigins };
    return sendPage(request, reply.status(status), page, { path, facts, ...own });
  });
}

/** Renews the cookie of the chosen language: Safari keeps a cookie that a script has set for seven days only. */
function renewLanguage({ cookies, protocol }: FastifyRequest, reply: FastifyReply, language: string): void {
  if (cookies[languageCookie] !== language) return;
  const readable = { path: '/', sameSite: 'lax', secure: protocol === 'https' } as const;
  reply.setCookie(languageCookie, language, { ...readable, maxAge: languageCookieAge });
}

/** Stores this browser's Accept header for documents, for the bank of a card that pays next. */
async function noteAccept(request: FastifyRequest, db: TenantDb, tenantId: number, session: Session | null) {
  const { accept, payerToken } = requestInfo(request);
  if ((request.headers['sec-fetch-dest'] ?? 'document') !== 'document') return;
  if (session) await noteSessionAccept(db, tenantId, session, accept);
  if (payerToken !== null) await noteLinkAccept(db, tenantId, payerToken, accept);
}

/** Returns the origins of payment providers and wallets from which a path's document may load something. */
async function originsOf(path: string, db: TenantDb, tenantId: number) {
  if (isWalletPage(path)) return listWalletOrigins(db, tenantId);
  return { providerOrigins: isPaymentPage(path) ? await listScriptOrigins(db, tenantId) : [], imageOrigins: [] };
}

/**
 * Returns the status and the assets of a path. The portal sends people at an unknown path to `/404`. A link that opens
 * nothing has the status 404 or 410 too, for programs that follow links, but its own page says so.
 */
async function findPage(path: string, build: PortalBuild, db: TenantDb, tenant: Tenant, now: Date) {
  const lost = build.assetsOf('/404') ?? noAssets;
  const assets = build.assetsOf(path) ?? lost;
  const state = assets === lost ? 'unknown' : await linkState(path, db, tenant, now);
  return { status: statusOfLink[state], assets };
}

/** Tells what the link at a path opens. Other pages are open. */
async function linkState(path: string, db: TenantDb, { id, settings }: Tenant, now: Date): Promise<LinkState> {
  const order = orderOfPayLink(path);
  if (order !== null) return payLinkState(db, id, order, now);
  const agreement = agreementOfLink(path);
  if (agreement === null) return 'open';
  return permits(settings, 'agreementsEnabled') ? agreementLinkState(db, id, agreement, now) : 'unknown';
}

interface Pages {
  request: FastifyRequest;
  build: PortalBuild;
  cache: PageCache;
  drawer: PageDrawer | undefined;
  originOf: PageOptions['originOf'];
}

/** Returns the key under which a document is kept. */
function keyOf({ request, originOf }: Pages, data: PageData, drawnPath?: string): PageKey {
  const { tenant, language, providerOrigins, assets, isIndexed } = data;
  const origin = portalOrigin(tenant, data.origin);
  const isOwn = tenant.settings.rootUrl !== null || isOwnAddress(request, origin, originOf);
  return {
    facts: JSON.stringify([language, origin, providerOrigins, assets, isIndexed, drawnPath]),
    kind: isOwn && !drawnPath?.includes('?') ? 'own' : 'madeUp',
  };
}

/** Checks if an origin is one of the tenant's: at one of its hosts, with the protocol's own port or the server's. */
const isOwnAddress = ({ isAtOwnHost, hostname }: FastifyRequest, origin: string, originOf: PageOptions['originOf']) =>
  isAtOwnHost === true && (new URL(origin).port === '' || origin === originOf(hostname.toLowerCase()));

const undrawnPage = (pages: Pages, facts: PageData): RenderedPage =>
  pages.cache.keptOrMade(facts.tenant, keyOf(pages, facts), () => renderPage(pages.build, facts));

/**
 * Returns a visitor's page with its first screen, if the server draws one there. A page that takes too long is sent
 * without, and kept for the next visitor.
 */
async function visitorsPage(pages: Pages, facts: PageData): Promise<RenderedPage> {
  const { request, cache, drawer } = pages;
  const path = drawer && pageToDraw(request.url);
  if (!drawer || path === undefined) return undrawnPage(pages, facts);
  const kept = cache.kept(facts.tenant, keyOf(pages, facts, path));
  if (kept) return kept;
  if (drawer.isBusy) return undrawnPage(pages, facts);
  const drawn = await Promise.race([drawPage(pages, drawer, facts, path), wait(longestWaitMs)]);
  return drawn ?? undrawnPage(pages, facts);
}

const wait = (ms: number) => setTimeout(ms, undefined, { ref: false });

/** The answer to who is signed in, for a visitor. */
const nobody: FirstAnswer = { call: getSession.name, input: {}, answer: presentSession(null) };

/** Draws a page that looks the same to every visitor, and keeps it. */
async function drawPage(pages: Pages, drawer: PageDrawer, facts: PageData, path: string) {
  const page = { ...pageOf(facts, path), answers: [nobody], refusals: [], isDrawn: true };
  const drawn = (await drawer.draw(page))?.drawing ?? undefined;
  const rendered = new RenderedPage(renderPage(pages.build, { ...facts, drawn }));
  return pages.cache.keep(facts.tenant, keyOf(pages, facts, path), rendered);
}

const pageOf = ({ tenant, language, origin }: Pick<PageData, 'tenant' | 'language' | 'origin'>, address: string) => ({
  address,
  config: presentConfig(tenant, origin),
  languages,
  texts: textsOf(language),
});

/** Returns a page that shows one reader's data, so it is kept nowhere. */
const ownPage = (pages: Pages, facts: PageData, { drawing }: FirstScreen): RenderedPage =>
  drawing ? new RenderedPage(renderPage(pages.build, { ...facts, drawn: drawing })) : undrawnPage(pages, facts);

interface Reader {
  origin: string;
  session: Session | null;
  /** True if the page shows what its link opens. */
  isLink: boolean;
  /** The form of the page that was refused a moment ago. */
  typed: TypedForm | undefined;
}

/**
 * Returns the first screen of a signed-in person's page, or of a link's page. Undefined for a visitor whose link opens
 * nothing: the page then asks by itself, and says so.
 */
async function firstScreen(
  opening: Opening,
  drawer: PageDrawer | undefined,
  { origin, session, isLink, typed }: Reader,
): Promise<FirstScreen | undefined> {
  const { url } = opening.request;
  const who = session ? await ask(opening, { call: getSession.name, input: {} }) : { answer: nobody, cookies: [] };
  const known = who?.answer ? [who.answer] : [];
  // The portal also answers below `/portal`. The program that draws does not know this.
  const address = url.replace(/^\/portal(?=[/?]|$)/i, '') || '/';
  const isDrawn = address === url && (isLink || isDrawnForOne(url.replace(/\?.*$/, '')));
  if (!drawer || drawer.isBusy || known.length === 0) return session ? { answers: known, cookies: [] } : undefined;
  const screen = await drawFirstScreen(
    opening,
    drawer,
    { ...pageOf({ ...opening, origin }, address), typed, isDrawn },
    known,
  );
  if (isLink && screen.isRefused) return session ? { ...screen, drawing: undefined } : undefined;
  // If a guard leads elsewhere, the browser goes there by itself, because the answers belong to this page.
  return isLink || screen.drawing?.address === url ? screen : { ...screen, drawing: undefined };
}

interface Page {
  path: string;
  facts: PageData;
  answers: FirstAnswer[];
  now: Date;
  imageOrigins: string[];
  bankOrigins: string[];
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: RenderedPage,
  { path, facts, answers, now, imageOrigins, bankOrigins }: Page,
): Promise<FastifyReply> {
  const { providerOrigins } = facts;
  const encoding = negotiateEncoding(request.headers['accept-encoding']);
  const { settings } = facts.tenant;
  const appOrigins = microAppOrigins(settings);
  const styleNonce = providerOrigins.length > 0 ? makeToken() : undefined;
  // A page without a marina had stricter headers.
  reply.removeHeader('x-frame-options').headers({
    ...securityHeaders({
      path,
      providerOrigins,
      imageOrigins,
      bankOrigins,
      appOrigins,
      embedders: settings.embedders,
      styles: page.styles,
      scripts: page.scripts,
      styleNonce,
    }),
    vary: 'accept-encoding, accept-language, cookie, tenantkey',
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  });
  reply.type('text/html; charset=utf-8');
  const own = [
    ...(answers.length > 0 ? [answersBlock(answers), sentAtBlock(now)] : []),
    ...(styleNonce === undefined ? [] : [styleNonceBlock(styleNonce)]),
  ].join('');
  // A signed-in person's page is stored nowhere, not even for the way back. A page with a nonce isn't either, because
  // the next answer's policy has another one.
  if (own !== '') return reply.header('cache-control', 'no-store').send(await page.contentWith(own, encoding));
  const tag = page.tag(encoding);
  reply.headers({ 'cache-control': 'private, no-cache', etag: tag });
  if (reply.statusCode === 200 && request.headers['if-none-match'] === tag)
    return reply.removeHeader('content-encoding').status(304).send();
  return reply.send(await page.content(encoding));
}

/** Finds the tenant, or the reason why there is none, which gets a page of its own. */
async function findTenant(tenants: TenantFinder, request: FastifyRequest): Promise<Tenant | CallError> {
  try {
    return await tenants.find(request);
  } catch (error) {
    if (error instanceof CallError) return error;
    throw error;
  }
}

/** Keeps `?tenant=` for the browser session (decision X14), because a reload does not have it. */
function keepTenant(request: FastifyRequest, reply: FastifyReply, tenant: Tenant): void {
  if (tenantInAddress(request)?.toLowerCase() !== tenant.key) return;
  setOwnCookie(reply, tenantCookie, tenant.key, { secure: request.protocol === 'https' });
}

function sendPlain(request: FastifyRequest, reply: FastifyReply, status: number, key: string): FastifyReply {
  const { html, headers } = plainPage(request.headers['accept-language'], key);
  return reply.status(status).headers(headers).send(html);
}
