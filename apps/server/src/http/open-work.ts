import type { FastifyInstance } from 'fastify';

type Step = (...args: never[]) => unknown;

/**
 * Makes the application wait for its handlers before it closes. Fastify waits only for open connections. If a client
 * has gone, its handler still runs, and the things that are closed next, such as the database, must stay open for it.
 */
export function waitForOpenWork(app: FastifyInstance): void {
  const open = new Set<Promise<unknown>>();
  const tracked = <S extends Step>(step: S): S =>
    function (this: unknown, ...args: never[]) {
      const answer = step.apply(this, args);
      if (answer instanceof Promise) {
        const settle = () => open.delete(answer);
        open.add(answer);
        answer.then(settle, settle);
      }
      return answer;
    } as S;

  app.addHook('onRoute', (route) => {
    route.handler = tracked(route.handler);
    if (typeof route.preValidation === 'function') route.preValidation = tracked(route.preValidation);
  });
  app.addHook('onClose', async () => {
    while (open.size > 0) await Promise.allSettled(open);
  });
}
