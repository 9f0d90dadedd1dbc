import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { outcomeUnderFaults, outOfService } from '../lost-answers.ts';
import type { FaultsOfRequest } from '../faults.ts';
import { html } from '../http/html.ts';
import { sendPage } from '../http/page.ts';
import { routeSourceFile } from '../http/source-file.ts';
import type { Sandbox } from '../sandbox.ts';
import { takeAppFaults } from './app-faults.ts';
import { appPages } from './app-pages.ts';
import { apps, listApps, manifestOf } from './catalogue.ts';
import { placeOf } from './places.ts';

/** The parameters that a portal puts into a frame's address. */
const Visit = z.object({
  tenantKey: z.string().min(1).max(80),
  parentUrl: z.url({ protocol: /^https?$/ }),
  language: z.string().max(20).default('en-GB'),
  siteId: z.string().regex(/^\d+$/).default('1'),
  day: z.coerce.number().int().min(0).max(4).catch(0),
});

/** Creates the partner's server: the list of its apps, their manifests, and the pages that portals frame. */
export function createPartnerApps(sandbox: Sandbox): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  for (const name of ['app', 'hostile', 'hostile-frame']) {
    routeSourceFile(app, `/scripts/${name}.ts`, new URL(`scripts/${name}.ts`, import.meta.url));
  }
  routeSourceFile(app, '/apps.css', new URL('apps.css', import.meta.url));
  routeSourceFile(app, '/index-page.css', new URL('../http/index-page.css', import.meta.url));
  routeCatalogue(app, sandbox);
  routePages(app, sandbox);
  app.get('/', (_request, reply) =>
    sendPage(reply, {
      language: 'en',
      title: 'Partner apps of the sandbox',
      styles: ['/index-page.css'],
      body: html`<main><h1>The sandbox’s partner apps</h1>
<p>They stand for the apps that a marina’s partners put into its portal. Open them there; here is only their list.</p>
<dl>${apps.map(({ id, title }) => html`<div><dt>${id}</dt><dd>${title}</dd></div>`)}</dl></main>`,
    }),
  );
  return app;
}

/** Serves the answers that a portal reads across origins. */
function routeCatalogue(app: FastifyInstance, sandbox: Sandbox): void {
  app.options('/*', (_request, reply) =>
    readable(reply)
      .code(204)
      .header('Access-Control-Allow-Headers', 'TenantKey')
      .header('Access-Control-Max-Age', '600')
      .send(),
  );
  app.get('/apps', async (request, reply) => {
    const tenantKey = String(request.headers.tenantkey ?? '');
    readable(reply);
    if (tenantKey === '') return reply.code(400).send({ error: 'TenantKey is missing.' });
    const faults = takeAppFaults(sandbox, { operation: 'apps.list', tenantKey });
    return answer(reply, faults, () => reply.send(listApps(sandbox, tenantKey)));
  });
  app.get('/manifests/:tenantKey/:file', async (request: FastifyRequest<{ Params: Manifest }>, reply) => {
    const { tenantKey, file } = request.params;
    const appId = file.replace(/\.json$/, '');
    const manifest = manifestOf(appId);
    readable(reply);
    if (manifest === undefined) return reply.code(404).send({ error: 'There is no such app.' });
    const faults = takeAppFaults(sandbox, { operation: 'apps.manifest', tenantKey, appId });
    return answer(reply, faults, () => reply.send(manifest));
  });
}

interface Manifest {
  tenantKey: string;
  file: string;
}

/** Lets every page read an answer: it holds nothing personal and uses no cookies. */
const readable = (reply: FastifyReply) => reply.header('Access-Control-Allow-Origin', '*');

function routePages(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/hostile-frame', (_request, reply) =>
    sendPage(reply, { language: 'en', title: 'Hostile', scripts: ['/scripts/hostile-frame.ts'], body: html`` }),
  );
  app.get('/:appId/:partId', async (request: FastifyRequest<{ Params: { appId: string; partId: string } }>, reply) => {
    const { appId, partId } = request.params;
    const show = appPages[appId]?.[partId];
    const visit = Visit.safeParse(request.query);
    if (show === undefined || !visit.success) return reply.code(404).send({ error: 'There is no such page.' });
    const { tenantKey, siteId, day, language } = visit.data;
    const faults = takeAppFaults(sandbox, { operation: 'apps.page', tenantKey, appId });
    const addressOf = (ahead: number) => {
      const search = new URLSearchParams({ ...(request.query as Record<string, string>), day: String(ahead) });
      return `${request.url.replace(/\?.*$/s, '')}?${search}`;
    };
    const { title, body } = show({
      place: placeOf(tenantKey, siteId),
      language: language.startsWith('fr') ? 'fr' : 'en',
      now: sandbox.clock.now(),
      ahead: day,
      addressOf,
    });
    const page = { language: language.startsWith('fr') ? 'fr' : 'en', title, styles: ['/apps.css'], body } as const;
    return answer(reply, faults, () => {
      if (faults.has('never-reports')) return sendPage(reply, page);
      if (faults.has('hostile-messages')) return sendHostile(reply, sandbox);
      return sendPage(reply, { ...page, scripts: ['/scripts/app.ts'] });
    });
  });
}

/** Sends a page that tries everything a portal must ignore, from the framed window and three others. */
function sendHostile(reply: FastifyReply, { origins }: Sandbox): FastifyReply {
  const elsewhere = origins.partnerApps.replace('127.0.0.1', 'localhost');
  const page = {
    language: 'en',
    title: 'Hostile',
    scripts: ['/scripts/hostile.ts'],
    body: html`<p id="count">…</p>
<template id="frames"><iframe src="/hostile-frame" title="Same origin, another window"></iframe>
<iframe src="${elsewhere}/hostile-frame" title="Another origin"></iframe>
<iframe src="/hostile-frame" sandbox="allow-scripts" title="No origin"></iframe></template>`,
  } as const;
  return sendPage(reply, page, { 'frame-src': `'self' ${elsewhere}` });
}

async function answer(reply: FastifyReply, faults: FaultsOfRequest, send: () => FastifyReply): Promise<FastifyReply> {
  const outcome = await outcomeUnderFaults(faults);
  if (outcome.kind === 'replaced') return reply.code(outcome.status).send(outOfService);
  if (outcome.kind === 'sent') return send();
  reply.hijack();
  reply.raw.destroy();
  return reply;
}
