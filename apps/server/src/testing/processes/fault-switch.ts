import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

/**
 * The faults of a request, of which all but the last three happen before it does anything:
 * - `fails`: it is answered 500, as after an internal error
 * - `hangs`: it is never answered
 * - `drops`: its connection is cut
 * - `waits`: it is answered as usual after the fault is removed
 * - `stalls`: it does its work, and its answer is sent after the fault is removed
 * - `gateway`: it does its work, and a proxy in front of the server answers 502 in its place
 * - `uncertain`: it does its work, and is answered 503, as if the database's answer to the commit was lost
 */
const faultKinds = ['fails', 'hangs', 'drops', 'waits', 'stalls', 'gateway', 'uncertain'] as const;
const afterwards: ReadonlySet<FaultKind> = new Set(['stalls', 'gateway', 'uncertain']);
export type FaultKind = (typeof faultKinds)[number];

/** The cookie whose value distinguishes the browsers of different tests. */
export const faultCookie = 'quayside_test_browser';
export const faultPath = '/testing/faults';

const NewFault = z.strictObject({
  /** The value of `faultCookie` in the browser's requests. */
  browser: z.string().min(1),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
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
 * Lets tests break calls of one browser: `POST /testing/faults` returns a fault's id, `DELETE /testing/faults/:id`
 * removes it. DANGER: only testing/processes/main-with-faults.ts may use it, and no program that serves customers
 * imports that.
 */
export function addFaultSwitch(app: FastifyInstance): void {
  const faults = new Map<string, Fault>();
  const faultOf = (request: FastifyRequest) => [...faults.values()].find((each) => matchesFault(each, request));
  app.addHook('onRequest', async (request, reply) => {
    const fault = faultOf(request);
    if (fault && !afterwards.has(fault.kind)) await applyFault(fault, request, reply);
  });
  app.addHook('onSend', async (request, reply, answer) => {
    const fault = faultOf(request);
    if (fault?.kind === 'stalls') await fault.mended;
    if (fault?.kind === 'uncertain') return answerUncertain(request, reply);
    if (fault?.kind !== 'gateway') return answer;
    for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
    reply.code(502).type('text/html');
    return '<h1>502 Bad Gateway</h1>';
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

const matchesFault = ({ browser, method, url }: Fault, request: FastifyRequest): boolean =>
  request.routeOptions.url === url && request.method === method && request.cookies[faultCookie] === browser;

function answerUncertain({ id }: FastifyRequest, reply: FastifyReply): string {
  reply.code(503).type('application/json').removeHeader('content-length');
  const responseStatus = { errorCode: 'UNAVAILABLE', message: 'We cannot answer right now.', errors: [] };
  return JSON.stringify({ responseStatus, traceId: id });
}

async function applyFault({ kind, mended }: Fault, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (kind === 'fails') throw new Error('a test asked for this fault');
  if (kind === 'waits') return mended;
  reply.hijack();
  if (kind === 'drops') request.raw.socket.destroy();
}
