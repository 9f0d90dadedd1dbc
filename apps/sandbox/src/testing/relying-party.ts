import { createHash, createPublicKey, type JsonWebKeyInput, randomBytes, randomUUID, verify } from 'node:crypto';
import type { SandboxProcess } from './sandbox-process.ts';
import { TestBrowser, type Visit } from './test-browser.ts';
import { basic, type HttpAnswer, request } from './test-merchant.ts';

const random = () => randomBytes(32).toString('base64url');

/** A site with a client of its own at one provider. It does every step of the code flow by hand. */
export class RelyingParty {
  readonly clientId: string = randomUUID();
  readonly clientSecret = 'client secret';
  readonly redirectUri = 'http://marina.localhost:4321/callback';
  readonly state = random();
  readonly nonce = random();
  readonly verifier = random();
  readonly browser: TestBrowser;
  readonly #sandbox: SandboxProcess;
  readonly #issuer: string;

  private constructor(sandbox: SandboxProcess, issuer: string) {
    this.#sandbox = sandbox;
    this.#issuer = issuer;
    this.browser = new TestBrowser(sandbox.singleSignOn);
  }

  static async register(sandbox: SandboxProcess, provider: string): Promise<RelyingParty> {
    const party = new RelyingParty(sandbox, `${sandbox.singleSignOn}/${provider}`);
    const { clientId, clientSecret, redirectUri } = party;
    await party.control('sso/clients', { clientId, clientSecret, redirectUris: [redirectUri], name: 'Test Marina' });
    return party;
  }

  control(path: string, body: object): Promise<HttpAnswer> {
    return request(`${this.#sandbox.provider}/_sandbox/${path}`, 'POST', body);
  }

  fault(fault: object): Promise<HttpAnswer> {
    return this.control('faults', { accountId: this.clientId, ...fault });
  }

  async configuration(): Promise<Record<string, string>> {
    return (await request(`${this.#issuer}/.well-known/openid-configuration`, 'GET')).body;
  }

  /** Sends the browser to the provider. Parameters that are undefined are left out. */
  async begin(parameters: Record<string, string | undefined> = {}): Promise<Visit> {
    const url = new URL((await this.configuration())['authorization_endpoint'] ?? '');
    const all = {
      client_id: this.clientId,
      redirect_uri: this.redirectUri,
      response_type: 'code',
      scope: 'openid email profile',
      state: this.state,
      nonce: this.nonce,
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...parameters,
    };
    for (const [name, value] of Object.entries(all)) if (value !== undefined) url.searchParams.set(name, value);
    return this.browser.open(url);
  }

  /** Does the whole visit to the provider, which ends at our redirect address. */
  async signIn(email = 'jo.sailor@example.com'): Promise<URL> {
    const page = await this.begin();
    return (await this.browser.send(page.url, { answer: 'sign-in', email, password: 'sandbox' })).url;
  }

  /** Signs in, and returns the form that the provider's page would post: its fields, and our redirect address. */
  async signInByForm(parameters: Record<string, string> = {}, email = 'jo.sailor@example.com'): Promise<PostedForm> {
    const page = await this.begin({ response_mode: 'form_post', ...parameters });
    return formOf((await this.browser.send(page.url, { answer: 'sign-in', email, password: 'sandbox' })).text);
  }

  async exchange(code: string, fields: Record<string, string> = {}): Promise<HttpAnswer> {
    const response = await fetch((await this.configuration())['token_endpoint'] ?? '', {
      method: 'POST',
      headers: { authorization: basic(this.clientId, encodeURIComponent(this.clientSecret)) },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: this.redirectUri,
        code_verifier: this.verifier,
        ...fields,
      }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  async userinfo(accessToken: string): Promise<HttpAnswer> {
    const address = (await this.configuration())['userinfo_endpoint'] ?? '';
    return request(address, 'GET', undefined, { authorization: `Bearer ${accessToken}` });
  }

  /** Reads the claims of an identity token, and checks its signature with the keys that the provider shows. */
  async read(token: string): Promise<{ isSigned: boolean; header: TokenPart; claims: TokenPart }> {
    const [head = '', body = '', signature = ''] = token.split('.');
    const header = parse(head);
    const { body: jwks } = await request((await this.configuration())['jwks_uri'] ?? '', 'GET');
    const jwk = jwks.keys.find(({ kid }: { kid: string }) => kid === header['kid']);
    const key = createPublicKey({ key: jwk as JsonWebKeyInput['key'], format: 'jwk' });
    const text = Buffer.from(`${head}.${body}`);
    const options = { key, dsaEncoding: 'ieee-p1363' } as const;
    return {
      isSigned: verify('sha256', text, options, Buffer.from(signature, 'base64url')),
      header,
      claims: parse(body),
    };
  }
}

export interface PostedForm {
  action: string;
  fields: Record<string, string>;
}

/** Returns the fields and the target of a page with a form of hidden fields. */
export function formOf(page: string): PostedForm {
  const plain = (text = '') => text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  const fields = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return {
    action: plain(/action="([^"]*)"/.exec(page)?.[1]),
    fields: Object.fromEntries(fields.map(([, name, value]) => [name ?? '', plain(value)])),
  };
}

type TokenPart = Record<string, unknown>;

function parse(part: string): TokenPart {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as TokenPart;
}
