import { apiBase } from '@quayside/contract/shared/call.ts';
import type { FastifyInstance } from 'fastify';
import { CallError } from '../errors.ts';
import { everyPage } from './plain-page.ts';

interface KnownRoute {
  methods: readonly string[];
  parts: readonly string[];
}

/**
 * Refuses a method that a path of the API does not take, and names those that it takes. The path alone decides, so the
 * refusal tells nothing about marinas, keys and objects. Call it before the routes are registered.
 */
export function refuseOtherMethods(app: FastifyInstance): void {
  const routes: KnownRoute[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    if (url.startsWith(apiBase)) routes.push({ methods: [method].flat(), parts: partsOf(url) });
  });
  app.addHook('onRequest', ({ is404, method, routeOptions, url }, _reply, done) => {
    const isUnknown = is404 || routeOptions.url === everyPage;
    const taken = isUnknown && url.startsWith(apiBase) ? methodsAt(routes, partsOf(url)) : [];
    // A path with its own method is not there for another reason, such as a name that is too long.
    if (taken.length === 0 || taken.includes(method)) done();
    else done(new CallError('METHOD_NOT_ALLOWED', { allow: taken.join(', ') }));
  });
}

/** Returns the parts of a path without its query. A slash at its end does not count. */
const partsOf = (url: string): string[] => url.replace(/\/?(?:[?#].*)?$/s, '').split('/');

/** Returns the methods of all routes that a path fits. */
function methodsAt(routes: readonly KnownRoute[], path: readonly string[]): string[] {
  const fits = ({ parts }: KnownRoute) =>
    parts.length === path.length && parts.every((part, index) => part.startsWith(':') || part === path[index]);
  return [...new Set(routes.filter(fits).flatMap(({ methods }) => methods))].toSorted();
}
