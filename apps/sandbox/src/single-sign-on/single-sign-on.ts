import formBody from '@fastify/formbody';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import { sendPage } from '../http/page.ts';
import { routeSourceFile } from '../http/source-file.ts';
import type { Sandbox } from '../sandbox.ts';
import { type Brand, brands } from './brands.ts';
import { indexPage } from './index-page.ts';
import { createOpenIdProvider } from './openid-provider.ts';
import { SignIn } from './sign-in.routes.ts';

/** Creates the server of single sign-on: a provider of OpenID Connect for each brand, at the path with its key. */
export function createSingleSignOn(sandbox: Sandbox): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  routeSourceFile(app, '/index-page.css', new URL('../http/index-page.css', import.meta.url));
  routeSourceFile(app, '/hosted.css', new URL('../hosted/hosted.css', import.meta.url));
  routeSourceFile(app, '/sign-in.css', new URL('sign-in.css', import.meta.url));
  app.get('/', (_request, reply) => sendPage(reply, indexPage(sandbox)));
  for (const brand of brands) {
    routeSourceFile(app, `/${brand.key}.css`, new URL(`${brand.key}.css`, import.meta.url));
    routeBrand(app, sandbox, brand);
  }
  return app;
}

function routeBrand(app: FastifyInstance, sandbox: Sandbox, brand: Brand): void {
  let created: Promise<Provider> | undefined;
  const provider = () => (created ??= createOpenIdProvider(sandbox, brand));
  const prefix = `/${brand.key}`;
  app.register(
    async (pages) => {
      await pages.register(formBody);
      new SignIn(sandbox, brand, provider).route(pages);
    },
    { prefix },
  );
  app.register(
    async (mount) => {
      mount.removeAllContentTypeParsers();
      // The provider reads the body itself.
      mount.addContentTypeParser('*', (_request, _body, done) => done(null));
      mount.all('/*', async ({ raw }, reply) => {
        const answer = (await provider()).callback();
        reply.hijack();
        const original = raw.url ?? '/';
        // The provider learns its own path from these two fields.
        Object.assign(raw, { originalUrl: original, url: original.slice(prefix.length) });
        await answer(raw, reply.raw);
      });
    },
    { prefix },
  );
}
