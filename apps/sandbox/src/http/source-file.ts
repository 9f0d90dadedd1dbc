import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { FastifyInstance } from 'fastify';

const types = { '.ts': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8' } as const;

/**
 * Serves one of our own browser sources. TypeScript types are stripped, and nothing else is built. Every page may
 * load it, as a script or as a module.
 */
export function routeSourceFile(app: FastifyInstance, address: string, file: URL): void {
  const extension = file.pathname.endsWith('.css') ? '.css' : '.ts';
  let content: string | undefined;
  app.get(address, (_request, reply) => {
    content ??= read(file, extension);
    return reply
      .header('Access-Control-Allow-Origin', '*')
      .header('Cross-Origin-Resource-Policy', 'cross-origin')
      .header('X-Content-Type-Options', 'nosniff')
      .header('Cache-Control', 'no-cache')
      .type(types[extension])
      .send(content);
  });
}

/**
 * Serves the browser modules and styles of folders of the sandbox's sources, such as `cards/scripts`. Below `address`
 * they have the same paths as in the source tree, so that their imports work.
 */
export function routeModules(app: FastifyInstance, address: string, folders: readonly string[]): void {
  for (const folder of folders) {
    const files = new URL(`../${folder}/`, import.meta.url);
    for (const file of readdirSync(files)) {
      if (!file.endsWith('.test.ts')) routeSourceFile(app, `${address}/${folder}/${file}`, new URL(file, files));
    }
  }
}

function read(file: URL, extension: keyof typeof types): string {
  const source = readFileSync(file, 'utf8');
  return extension === '.ts' ? stripTypeScriptTypes(source) : source;
}
