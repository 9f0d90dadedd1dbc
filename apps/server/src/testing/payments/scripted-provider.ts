import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the provider got it. */
export interface AskedOfProvider {
  method: string | undefined;
  url: string | undefined;
  authorization: string | undefined;
  body: unknown;
}

/** An answer: its HTTP status and its body. A text is sent as it is. */
export type ScriptedAnswer = readonly [status: number, body: unknown];

/** A provider that gives the answers of its documentation, one after the other. */
export interface ScriptedProvider {
  readonly url: string;
  /** The requests since the last `answerWith`, without those for a bearer token. */
  readonly asked: AskedOfProvider[];
  answerWith(...answers: ScriptedAnswer[]): void;
  close(): void;
}

/** Starts a server that answers as a test says. It gives a bearer token to everybody. */
export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const answers: ScriptedAnswer[] = [];
  const requests: AskedOfProvider[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const body = await bodyOf(request);
    const isForToken = url?.endsWith('/oauth2/token') ?? false;
    if (!isForToken) requests.push({ method, url, authorization: headers.authorization, body: parsed(body) });
    const [status, answer] = isForToken ? [200, token] : (answers.shift() ?? [404, {}]);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: requests,
    answerWith: (...given) => {
      answers.splice(0, Infinity, ...given);
      requests.length = 0;
    },
    close: () => server.close(),
  };
}

const token = { access_token: 'token', token_type: 'Bearer', expires_in: 900 };

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}

function parsed(text: string): unknown {
  return text === '' ? null : JSON.parse(text);
}
