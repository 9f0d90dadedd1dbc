import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

/**
 * What can be made to go wrong with a request before anything of it is done:
 * - `fails`: answered 500, as by a fault of ours
 * - `hangs`: never answered
 * - `drops`: the connection is cut
 * - `waits`: answered once the fault is gone, as if nothing had been
 */
const faultKinds = ['fails', 'hangs', 'drops', 'waits'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** The cookie whose value tells one test's browser from the others'. */
export const faultCookie = 'quayside_test_browser';
export const faultPath = '/testing/faults';

const NewFault = z.strictObject({
  /** Whose requests: the value of their `faultCookie`. */
  browser: z.string().min(1),
  method: z.enum(['GET', 'POST', 'DELETE']),
  /** The route's pattern from the root, such as `/harbour/api/portal/:guid/summary`. */
  url: z.string().startsWith('/'),
  kind: z.enum(faultKinds),
});
export type NewFault = z.input<typeof NewFault>;

interface Fault extends z.output<typeof NewFault> {
  mended: Promise<void>;
  mend: () => void;
}

/**
 * Lets tests break calls of one browser: `POST /testing/faults` answers a fault's id, `DELETE /testing/faults/:id`
 * mends it. DANGER: only testing/main-with-faults.ts has it, and no program that serves a customer imports that.
 */
export function addFaultSwitch(app: FastifyInstance): void {
  const faults = new Map<string, Fault>();
  app.addHook('onRequest', async (request, reply) => {
    const fault = [...faults.values()].find((each) => befalls(each, request));
    if (fault) await suffer(fault, request, reply);
  });
  app.post(faultPath, (request) => {
    const id = randomUUID();
    const { promise, resolve } = Promise.withResolvers<void>();
    faults.set(id, { ...NewFault.parse(request.body), mended: promise, mend: resolve });
    return { id };
  });
  app.delete<{ Params: { id: string } }>(`${faultPath}/:id`, ({ params: { id } }) => {
    faults.get(id)?.mend();
    return { mended: faults.delete(id) };
  });
}

const befalls = ({ browser, method, url }: Fault, request: FastifyRequest): boolean =>
  request.routeOptions.url === url && request.method === method && request.cookies[faultCookie] === browser;

async function suffer({ kind, mended }: Fault, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (kind === 'fails') throw new Error('a test asked for this fault');
  if (kind === 'waits') return mended;
  reply.hijack();
  if (kind === 'drops') request.raw.socket.destroy();
}
