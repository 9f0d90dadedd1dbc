import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import { brands } from './brands.ts';
import { registerClient } from './clients.ts';
import { registerPerson } from './people.ts';

const word = z.string().regex(/^[^:\s]{1,80}$/, 'No blank and no colon');
const name = z.string().trim().min(1).max(80);

const NewClient = z.strictObject({
  clientId: word,
  clientSecret: z.string().min(1).max(200),
  name: name.default('A marina under test'),
  redirectUris: z.array(z.url({ protocol: /^https?$/ })).min(1),
});

const NewPerson = z.strictObject({
  provider: z.enum(brands.map(({ key }) => key)),
  sub: word.optional(),
  email: z.email(),
  emailVerified: z.boolean().default(true),
  givenName: name,
  familyName: name,
});

/** The switches of single sign-on: who may ask, and who may sign in. */
export function routeSignOnControl(control: FastifyInstance, { database }: Sandbox): void {
  control.post('/sso/clients', (request, reply) => {
    const client = NewClient.parse(request.body);
    registerClient(database, client);
    const { clientSecret: _, ...known } = client;
    return reply.code(201).send(known);
  });

  control.post('/sso/people', (request, reply) => {
    const person = registerPerson(database, NewPerson.parse(request.body));
    if (person === undefined) return reply.code(409).send({ message: 'The address belongs to another person.' });
    return reply.code(201).send(person);
  });
}
