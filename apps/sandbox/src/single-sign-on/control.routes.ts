import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { key, name, nameOfMarina, secret } from '../control/fields.ts';
import type { Sandbox } from '../sandbox.ts';
import { registerAppleKey } from './apple.ts';
import { brands } from './brands.ts';
import { registerClient } from './clients.ts';
import { registerPerson } from './people.ts';

const NewClient = z.strictObject({
  clientId: key,
  clientSecret: secret,
  name: nameOfMarina,
  redirectUris: z.array(z.url({ protocol: /^https?$/ })).min(1),
});

const NewAppleKey = z.strictObject({
  clientId: key,
  teamId: z.string().regex(/^[A-Z0-9]{10}$/),
  keyId: z.string().regex(/^[A-Z0-9]{10}$/),
  publicKey: z.string().includes('BEGIN PUBLIC KEY'),
});

const NewPerson = z.strictObject({
  provider: z.enum(brands.map(({ key }) => key)),
  sub: key.optional(),
  email: z.email(),
  emailVerified: z.boolean().default(true),
  givenName: name,
  familyName: name,
});

/** Adds the switches of single sign-on: its clients, and the people who can sign in. */
export function routeSignOnControl(control: FastifyInstance, { database }: Sandbox): void {
  control.post('/sso/clients', (request, reply) => {
    const client = NewClient.parse(request.body);
    registerClient(database, client);
    const { clientSecret: _, ...known } = client;
    return reply.code(201).send(known);
  });

  control.post('/sso/apple-keys', (request, reply) => {
    const settings = NewAppleKey.parse(request.body);
    registerAppleKey(database, settings);
    return reply.code(201).send(settings);
  });

  control.post('/sso/people', (request, reply) => {
    const person = registerPerson(database, NewPerson.parse(request.body));
    if (person === undefined) return reply.code(409).send({ message: 'The address belongs to another person.' });
    return reply.code(201).send(person);
  });
}
