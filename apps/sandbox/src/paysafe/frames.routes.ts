import formBody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { html } from '../http/html.ts';
import { languageOf } from '../http/language.ts';
import { sendPage } from '../http/page.ts';
import { routeModules, routeSourceFile } from '../http/source-file.ts';
import type { Sandbox } from '../sandbox.ts';
import { indexPage } from './index-page.ts';

const scripts = new URL('scripts/', import.meta.url);
const modules = '/js/v1/latest/modules';

/** Serves the browser's side of the provider: a page, its two scripts, their modules, and the frames they open. */
export function routeFrames(app: FastifyInstance, sandbox: Sandbox): void {
  for (const form of ['', '/newer']) {
    const threeDSecure = `${form}/threedsecure/js/latest/paysafe.threedsecure.min.js`;
    routeSourceFile(app, `${form}/js/v1/latest/paysafe.min.js`, new URL('paysafe.ts', scripts));
    routeSourceFile(app, threeDSecure, new URL('paysafe.threedsecure.ts', scripts));
  }
  routeModules(app, modules, ['paysafe/scripts', 'cards/scripts']);

  routeSourceFile(app, '/index.css', new URL('../http/index-page.css', import.meta.url));
  app.get('/', (_request, reply) =>
    sendPage(reply, { language: 'en', title: 'Sandbox', styles: ['/index.css'], body: indexPage(sandbox) }),
  );

  app.get('/js/v1/frames/field', (request, reply) =>
    sendPage(reply, {
      language: languageOf(request.headers['accept-language']),
      title: 'Card field',
      styles: [`${modules}/cards/scripts/field.css`],
      scripts: [`${modules}/paysafe/scripts/field.ts`],
      body: html`<input inputmode="numeric" autocorrect="off" spellcheck="false" aria-label="Card field"
      aria-describedby="error"><p class="spoken" id="error"></p>`,
    }),
  );

  const toBank = { 'frame-src': `'self' ${sandbox.origins.bank}`, 'form-action': sandbox.origins.bank };
  for (const name of ['challenge', 'method']) {
    app.get(`/threedsecure/frames/${name}`, (request, reply) => {
      const language = languageOf(request.headers['accept-language']);
      const title = language === 'fr' ? 'Confirmation par votre banque' : 'Confirmation by your bank';
      return sendPage(
        reply,
        {
          language,
          title,
          styles: [`${modules}/cards/scripts/bank-frame.css`],
          scripts: [`${modules}/paysafe/scripts/${name}-frame.ts`],
          body: html`<iframe name="bank" title="${title}"></iframe>`,
        },
        toBank,
      );
    });
  }
  app.register(async (returns) => {
    await returns.register(formBody);
    for (const name of ['challenge', 'method']) {
      returns.post(`/threedsecure/frames/${name}-done`, (request, reply) =>
        sendPage(reply, {
          language: languageOf(request.headers['accept-language']),
          title: '3-D Secure',
          scripts: [`${modules}/cards/scripts/bank-returned.ts`],
          body: html`<p>…</p>`,
        }),
      );
    }
  });
}
