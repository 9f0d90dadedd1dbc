import { readdirSync } from 'node:fs';
import Fastify, { type FastifyInstance } from 'fastify';
import { languageOf } from '../http/language.ts';
import { sendPage } from '../http/page.ts';
import { routeSourceFile } from '../http/source-file.ts';
import { routeCrossOrigin } from '../http/cross-origin.ts';
import type { Sandbox } from '../sandbox.ts';
import { routeApplePay } from './apple/apple-pay.routes.ts';
import { routeGooglePay } from './google/google-pay.routes.ts';
import { indexPage, sheetPage } from './sheet-page.ts';

const scripts = new URL('scripts/', import.meta.url);
const modules = '/modules';

/** Creates the server of Google Pay and Apple Pay: their scripts, and the sheets in frames of this origin. */
export function createWallets(sandbox: Sandbox): FastifyInstance {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true }, forceCloseConnections: true });
  routeCrossOrigin(app);
  routeSourceFile(app, '/gp/p/js/pay.js', new URL('pay.ts', scripts));
  routeSourceFile(app, '/jsapi/v1/apple-pay-sdk.js', new URL('apple-pay-sdk.ts', scripts));
  for (const file of readdirSync(scripts)) routeSourceFile(app, `${modules}/${file}`, new URL(file, scripts));
  routeSourceFile(app, '/index.css', new URL('../http/index-page.css', import.meta.url));

  app.get('/', (_request, reply) => sendPage(reply, indexPage()));
  for (const wallet of ['google-pay', 'apple-pay'] as const) {
    app.get(`/${wallet}/sheet`, (request, reply) => {
      const language = languageOf(request.headers['accept-language']);
      return sendPage(reply, sheetPage(wallet, language, sandbox.origins.appleGateway));
    });
  }
  routeGooglePay(app, sandbox);
  routeApplePay(app, sandbox);
  return app;
}
