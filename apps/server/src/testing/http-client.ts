import { apiBase, type Call, type CallInput } from '@quayside/contract/shared/call.ts';
import type { ErrorAnswer } from '@quayside/contract/shared/common.ts';
import type { z } from 'zod';
import { sampleFiles } from './sample-files.ts';

type Headers = Record<string, string>;

export interface Answered<Body = unknown> {
  status: number;
  headers: globalThis.Headers;
  /** The parsed body; undefined if it isn't JSON. */
  body: Body & Partial<ErrorAnswer>;
  text: string;
  /** The unparsed body, for files. */
  bytes: Buffer;
}

interface Refusable {
  status: number;
  body: { responseStatus?: { errorCode: string } | undefined } | undefined;
}

/** Returns how a call was refused, such as `404 NOT_FOUND`. */
export const codeOf = ({ status, body }: Refusable) => `${status} ${body?.responseStatus?.errorCode}`;

type AnswerOf<C extends Call> = C['answer'] extends z.ZodType ? z.output<C['answer']> : unknown;

const asSent = (body: unknown): string | FormData | Blob =>
  typeof body === 'string' || body instanceof FormData || body instanceof Blob ? body : JSON.stringify(body);

/** Talks to a server as a browser does: keeps cookies, names the tenant, sends JSON. */
export class HttpClient {
  readonly cookies = new Map<string, string>();
  /** Sent with every request. */
  headers: Headers;
  readonly url: string;

  constructor(url: string, tenantKey?: string) {
    this.url = url;
    this.headers = tenantKey === undefined ? {} : { tenantkey: tenantKey };
  }

  /** Makes a call of the contract. An error is an answer too, so check `status`. */
  async call<C extends Call>(call: C, input: CallInput<C>, headers: Headers = {}): Promise<Answered<AnswerOf<C>>> {
    const { params, query, body } = input as Partial<Record<'params' | 'query', Record<string, unknown>>> & {
      body?: unknown;
    };
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
    const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]));
    const url = `${apiBase}${path}${search.size > 0 ? `?${search.toString()}` : ''}`;
    const type = streamTypeOf(call);
    const sent = { body: bodyOf(call, body), headers: { ...(type && { 'content-type': type }), ...headers } };
    return (await this.request(call.method, url, sent)) as Answered<AnswerOf<C>>;
  }

  async get(path: string, headers: Headers = {}): Promise<Answered> {
    return this.request('GET', path, { headers });
  }

  /** Sends a request. @param path from the root, such as `/harbour/api/getSession` */
  async request(
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Headers },
  ): Promise<Answered> {
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...this.headers,
        // A form sets its own type.
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...(this.cookies.size === 0 ? {} : { cookie: [...this.cookies].map((pair) => pair.join('=')).join('; ') }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: asSent(body) }),
    });
    this.#keepCookies(response.headers.getSetCookie());
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString('utf8');
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
      text,
      bytes,
    };
  }

  #keepCookies(setCookies: string[]): void {
    for (const line of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const gone = /;\s*max-age=0/i.test(line) || /;\s*expires=Thu, 01 Jan 1970/i.test(line);
      if (gone) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

/** Returns the first type of a call that takes a stream. */
const streamTypeOf = ({ takesStream = {} }: Pick<Call, 'takesStream'>) => Object.keys(takesStream)[0];

/**
 * Returns the body of a call as it is sent. A call with a file gets a form, with a picture as the file unless one
 * is given. A call that takes a stream gets the contract's example.
 */
export function bodyOf(
  call: Pick<Call, 'takesFile' | 'takesStream'>,
  body: unknown,
  file = new File([new Uint8Array(sampleFiles.png)], 'policy.png'),
) {
  if (call.takesStream && body === undefined) return call.takesStream[streamTypeOf(call) ?? ''];
  if (!call.takesFile || typeof body === 'string') return body;
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {}))
    form.append(name, typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? 'undefined'));
  form.append('file', file);
  return form;
}
