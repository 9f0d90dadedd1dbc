import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addFault, faultKinds, type FaultKind, listFaults, removeFaults } from '../faults.ts';
import type { Sandbox, Wire } from '../sandbox.ts';
import { key, unknownAccount } from './fields.ts';

const OptionalAccount = z.strictObject({ accountId: key.optional() });

/** Returns the schema of a new fault: an operation of a wire, and one of the kinds that it has. */
function newFault(wires: readonly Wire[]) {
  const kindsOf = new Map(wires.flatMap(({ faults = {} }) => Object.entries(faults)));
  const kinds = new Set<FaultKind>([...faultKinds, ...[...kindsOf.values()].flat()]);
  return z
    .strictObject({
      accountId: key.optional(),
      operation: z.enum([...kindsOf.keys()]),
      kind: z.enum([...kinds]),
      times: z.number().int().min(1).max(10_000).default(1),
      ms: z.number().int().min(0).max(600_000).default(0),
      status: z.number().int().min(400).max(599).default(500),
    })
    .refine(({ operation, kind }) => kindsOf.get(operation)?.includes(kind), {
      path: ['kind'],
      error: 'This operation has no such fault',
    });
}

const ClockMove = z.strictObject({ offsetMs: z.number().int(), accountId: key.optional() });

/**
 * Adds the switches, which tests and curious people use and which no real provider has. Only this machine may call
 * them.
 */
export function routeControl(app: FastifyInstance, sandbox: Sandbox): void {
  const { database, wires } = sandbox;
  const NewFault = newFault(wires);
  app.register(
    async (control) => {
      control.addHook('onRequest', refuseBrowsers);
      control.setErrorHandler((error, _request, reply) => {
        const message = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
        return reply.code(error instanceof z.ZodError ? 400 : 500).send({ message });
      });

      control.post('/faults', (request, reply) => {
        const { times, accountId = null, ...fault } = NewFault.parse(request.body);
        return reply.code(201).send(addFault(database, { ...fault, accountId, remaining: times }));
      });
      control.get('/faults', () => ({ faults: listFaults(database) }));
      control.delete('/faults', (request) => ({
        removed: removeFaults(database, OptionalAccount.parse(request.query).accountId),
      }));

      control.post('/clock', (request, reply) => {
        const { offsetMs, accountId } = ClockMove.parse(request.body);
        const scope = accountId === undefined ? undefined : findClock(sandbox, accountId);
        if (accountId !== undefined && scope === undefined) return reply.code(404).send(unknownAccount);
        sandbox.clock.move(offsetMs, scope);
        return { now: new Date(sandbox.clock.now(scope)).toISOString() };
      });

      for (const { routeSwitches } of wires) routeSwitches?.(control, sandbox);
    },
    { prefix: '/_sandbox' },
  );
}

/** Returns the name of the clock that an account follows: that of the first wire which knows the account. */
function findClock({ database, wires }: Sandbox, accountId: string): string | undefined {
  return wires.map(({ clockOf }) => clockOf?.(database, accountId)).find((name) => name !== undefined);
}

/** Refuses pages in the developer's browser, and names that only point at this machine. */
async function refuseBrowsers(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const isLocalName = ['127.0.0.1', 'localhost'].includes(request.hostname);
  if (request.headers.origin !== undefined || !isLocalName) {
    await reply.code(403).send({ message: 'The switches are not for browsers.' });
  }
}
