import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { InteractionResults, Provider } from 'oidc-provider';
import { z } from 'zod';
import { type Language, languageOf } from '../http/language.ts';
import { formLeadsTo, sendPage, unframed } from '../http/page.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Brand } from './brands.ts';
import { findClient } from './clients.ts';
import { findPerson, findPersonByEmail, sandboxPassword } from './people.ts';
import { expiredPage, type SignInForm, signInPage } from './sign-in-page.ts';
import { outcomeUnderFaults, outOfService } from '../lost-answers.ts';
import { takeSignOnFaults } from './sign-on-faults.ts';

const Answer = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('sign-in'), email: z.string().trim().max(254), password: z.string().max(200) }),
  z.object({ answer: z.literal('pick'), sub: z.string() }),
  z.object({ answer: z.literal('cancel') }),
]);

const AuthorizationParams = z.object({
  client_id: z.string(),
  redirect_uri: z.url(),
  login_hint: z.string().optional(),
  ui_locales: z.string().optional(),
});

/** The request of the client that sent the visitor here. */
type AuthorizationParams = z.output<typeof AuthorizationParams>;

/** Returns the error for a refused sign-in. Apple uses a word of its own. */
const denied = ({ isApple }: Brand): InteractionResults => ({
  error: isApple ? 'user_cancelled_authorize' : 'access_denied',
  error_description: 'The user did not sign in.',
});

/** The pages of one provider on which people sign in. */
export class SignIn {
  readonly #sandbox: Sandbox;
  readonly #brand: Brand;
  readonly #provider: () => Promise<Provider>;

  constructor(sandbox: Sandbox, brand: Brand, provider: () => Promise<Provider>) {
    this.#sandbox = sandbox;
    this.#brand = brand;
    this.#provider = provider;
  }

  route(app: FastifyInstance): void {
    app.get('/sign-in/:uid', (request, reply) => this.#show(request, reply));
    app.post('/sign-in/:uid', (request, reply) => this.#answer(request, reply));
  }

  async #show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const authorisation = await this.#asked(request, reply);
    if (authorisation === undefined) return this.#expired(request, reply);
    const faults = takeSignOnFaults(this.#sandbox, this.#brand.key, 'sso.sign-in', authorisation.client_id);
    const outcome = await outcomeUnderFaults(faults);
    if (outcome.kind === 'replaced') return reply.code(outcome.status).send(outOfService);
    if (outcome.kind === 'lost') {
      reply.hijack().raw.destroy();
      return reply;
    }
    if (faults.has('access-denied')) return this.#finish(request, reply, denied(this.#brand));
    return this.#sendForm(request, reply, authorisation, { email: authorisation.login_hint ?? '', error: undefined });
  }

  async #answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const authorisation = await this.#asked(request, reply);
    const answer = Answer.safeParse(request.body);
    if (authorisation === undefined || !answer.success) return this.#expired(request, reply);
    if (answer.data.answer === 'cancel') return this.#finish(request, reply, denied(this.#brand));
    const { database } = this.#sandbox;
    if (answer.data.answer === 'pick') {
      const picked = findPerson(database, this.#brand.key, answer.data.sub);
      return picked === undefined ? this.#expired(request, reply) : this.#signIn(request, reply, picked.sub);
    }
    const { email, password } = answer.data;
    const person = findPersonByEmail(database, this.#brand.key, email);
    if (person !== undefined && password === sandboxPassword) return this.#signIn(request, reply, person.sub);
    const error = email === '' || password === '' ? 'missing' : 'wrong';
    return this.#sendForm(request, reply, authorisation, { email, error });
  }

  /** Returns the open sign-in that the address and its cookie name, if there is one. */
  async #asked(request: FastifyRequest, reply: FastifyReply): Promise<AuthorizationParams | undefined> {
    const provider = await this.#provider();
    const details = await provider.interactionDetails(request.raw, reply.raw).catch(() => undefined);
    return details === undefined ? undefined : AuthorizationParams.parse(details.params);
  }

  #signIn(request: FastifyRequest, reply: FastifyReply, accountId: string): Promise<FastifyReply> {
    return this.#finish(request, reply, { login: { accountId, remember: false } });
  }

  async #finish(request: FastifyRequest, reply: FastifyReply, result: InteractionResults): Promise<FastifyReply> {
    const provider = await this.#provider();
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
  }

  #sendForm(
    request: FastifyRequest,
    reply: FastifyReply,
    authorisation: AuthorizationParams,
    state: Pick<SignInForm, 'email' | 'error'>,
  ): FastifyReply {
    const clientName = findClient(this.#sandbox.database, authorisation.client_id)?.name ?? authorisation.client_id;
    const page = signInPage({ brand: this.#brand, language: language(request, authorisation), clientName, ...state });
    return sendPage(reply, page, { ...formLeadsTo(authorisation.redirect_uri), ...unframed });
  }

  #expired(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return sendPage(reply.code(400), expiredPage({ brand: this.#brand, language: language(request) }), unframed);
  }
}

function language(request: FastifyRequest, authorisation?: AuthorizationParams): Language {
  return languageOf(authorisation?.ui_locales?.replaceAll(' ', ',') ?? request.headers['accept-language']);
}
