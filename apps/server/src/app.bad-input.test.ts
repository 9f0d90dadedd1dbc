import { apiBase, type Call } from '@quayside/contract/shared/call.ts';
import { ErrorAnswer } from '@quayside/contract/shared/common.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parsePart, parseQuery } from './http/requests/validation.ts';
import type { Example } from './testing/contract/contract-example.ts';
import { examples } from './testing/contract/contract-examples.ts';
import { contents, makeContractFixture, type ContractFixture } from './testing/contract/contract-fixture.ts';
import { type Answered, bodyOf, codeOf } from './testing/http-client.ts';

let fixture: ContractFixture;
let calls: Call[];

beforeAll(async () => {
  fixture = await makeContractFixture();
  const leaving = new Set(['signOut', 'signOutByPost']);
  calls = fixture.app.app.routesOfContract.map((route) => route.call).filter((call) => !leaving.has(call.name));
});
afterAll(() => fixture.close());

/** The first number that PostgreSQL's `integer` can't hold, in which most rows are numbered. */
const tooLarge = 2 ** 31;

/** The values that a test sends for a field of any type. */
const badValues: unknown[] = [
  null,
  '',
  ' ',
  'x'.repeat(4_000),
  "' or 1=1 --",
  '../../etc/passwd',
  'nul\u0000byte',
  '<script>alert(1)</script>',
  '\ud800',
  -1,
  0,
  1.005,
  1e308,
  2 ** 53 + 2,
  tooLarge,
  true,
  [],
  [[]],
  {},
  { $gt: '' },
];

/** Returns values of other JSON types than this one's. */
const otherKinds = (value: unknown): unknown[] => {
  const kinds: [isOwn: boolean, other: unknown][] = [
    [typeof value === 'string', 'words'],
    [typeof value === 'number', 12.5],
    [typeof value === 'boolean', true],
    [Array.isArray(value), [{}]],
    [typeof value === 'object' && !Array.isArray(value), { other: 1 }],
  ];
  return kinds.filter(([isOwn]) => !isOwn).map(([, other]) => other);
};

/** Returns copies of a value, each with another one of its whole numbers too large, however deep that is. */
function withTooLarge(value: unknown): unknown[] {
  if (Number.isInteger(value)) return [tooLarge];
  if (Array.isArray(value)) return value.flatMap((own, at) => withTooLarge(own).map((other) => value.with(at, other)));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, own]) =>
    withTooLarge(own).map((other) => ({ ...value, [name]: other })),
  );
}

const exampleOf = (call: Call): Example => examples[call.name]?.(fixture) ?? {};

/** Returns the bad values for a field. A boolean for a boolean is none: the call would do what it is for. */
const badValuesOf = ({ freeText = [] }: Example, field: string, own: unknown) =>
  badValues.filter((value) => {
    if (typeof value === 'boolean') return typeof own !== 'boolean';
    if (typeof value !== 'string' || !freeText.includes(field)) return true;
    return value.trim() === '' || value.includes('\0') || !value.isWellFormed();
  });

function send(call: Call, { params = {}, query = {}, body }: Example): Promise<Answered> {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(asText(params[name])));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, asText(value)]));
  return fixture.owner.client.request(call.method, `${apiBase}${path}?${search.toString()}`, {
    body: bodyOf(call, body),
  });
}

const asText = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')).toWellFormed();

/**
 * Tells if the schema of a call refuses a value. Each route begins with this function, so no handler sees such a
 * value, and one request proves the answer for all of them.
 */
function refuses(call: Call, part: 'params' | 'query' | 'body', fields: Record<string, unknown>): boolean {
  // Other parsers read these bodies.
  if (part === 'body' && (call.takesForm || call.takesFile || call.access === 'webhook')) return false;
  if (part === 'body') return 'error' in parsePart(call.body, JSON.parse(JSON.stringify(fields)), part);
  const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, asText(value)]));
  return 'error' in (part === 'query' ? parseQuery(call, texts) : parsePart(call.params, texts, part));
}

let turn = 0;

/**
 * Returns the bad values to send: for each field all that reach the call's handler, and one that its schema refuses.
 * The fields take turns, so that each value is sent to many calls.
 */
function changesOf(call: Call, example: Example) {
  return (['params', 'query', 'body'] as const).flatMap((part) =>
    Object.entries(example[part] ?? {}).flatMap(([field, own]) => {
      const all = badValuesOf(example, field, own).map((value) => {
        const isRefused = refuses(call, part, { ...example[part], [field]: value });
        return { part, field, value, isRefused };
      });
      const refused = all.filter(({ isRefused }) => isRefused);
      const passing = all.filter(({ isRefused }) => !isRefused);
      return refused.length === 0 ? passing : [...passing, ...refused.slice((turn += 1) % refused.length).slice(0, 1)];
    }),
  );
}

/**
 * Sends many requests, several at once. One after the other, each waits for every statement of the one before, which
 * takes most of the time on a busy machine.
 */
async function someAtOnce<Thing>(things: readonly Thing[], act: (thing: Thing) => Promise<void>): Promise<void> {
  const rest = [...things];
  const work = async () => {
    for (let thing = rest.shift(); thing !== undefined; thing = rest.shift()) await act(thing);
  };
  await Promise.all(Array.from({ length: 12 }, work));
}

function expectClearAnswer(call: Call, sent: unknown, answer: Answered): void {
  const seen = { call: call.name, sent: JSON.stringify(sent)?.slice(0, 80), status: answer.status };
  expect(answer.status, JSON.stringify(seen)).toBeLessThan(500);
  if (answer.status >= 400) {
    expect(
      ErrorAnswer.safeParse(answer.body).success,
      JSON.stringify({ ...seen, text: answer.text.slice(0, 200) }),
    ).toBe(true);
  }
}

function expectRefused(call: Call, sent: unknown, { status, text }: Answered): void {
  const seen = JSON.stringify({ call: call.name, sent, status, text: text.slice(0, 200) }).slice(0, 400);
  expect(status, seen).toBeGreaterThanOrEqual(400);
}

describe('bad input on every call', () => {
  test('[SAFE-2] any field as anything: never a fault, always the one shape, nothing changed', async () => {
    const before = await contents(fixture);
    const taken = new Set<string>();
    for (const call of calls) {
      const example = exampleOf(call);
      await someAtOnce(changesOf(call, example), async ({ part, field, value, isRefused }) => {
        const answer = await send(call, { ...example, [part]: { ...example[part], [field]: value } });
        expectClearAnswer(call, { [field]: value }, answer);
        if (isRefused) expectRefused(call, { [field]: value }, answer);
        if (call.method !== 'GET' && answer.status < 300) taken.add(`${call.name} ${field}`);
      });
    }
    const hint = 'One of these has changed it. If any words are valid there, name the field in freeText:';
    expect(withoutLocks(await contents(fixture)), `${hint} ${[...taken].join('; ')}`).toBe(withoutLocks(before));
  });

  test('[SAFE-2] a field of another kind is refused and named, in every call', async () => {
    const before = await contents(fixture);
    const taken: string[] = [];
    for (const call of calls.filter((candidate) => exampleOf(candidate).body && !exampleOf(candidate).isOthersForm)) {
      const example = exampleOf(call);
      const others = Object.entries(example.body ?? {}).flatMap(([field, value]) =>
        otherKinds(value).map((other) => ({ field, other })),
      );
      await someAtOnce(others, async ({ field, other }) => {
        const answer = await send(call, { ...example, body: { ...example.body, [field]: other } });
        const { errors = [], message = '' } = answer.body.responseStatus ?? {};
        const isNamed = message.includes(field) || errors.some(({ fieldName }) => fieldName?.split('.')[0] === field);
        if (answer.status !== 400 || !isNamed)
          taken.push(`${call.name} ${field} ${JSON.stringify(other)}: ${answer.status} ${answer.text.slice(0, 120)}`);
      });
    }
    expect(taken).toEqual([]);
    expect(withoutLocks(await contents(fixture))).toBe(withoutLocks(before));
  });

  test('[SAFE-2] a number that no row can have, however deep in a body, is never a fault', async () => {
    const before = await contents(fixture);
    const faults: string[] = [];
    for (const call of calls.filter((candidate) => exampleOf(candidate).body && !exampleOf(candidate).isOthersForm)) {
      const example = exampleOf(call);
      await someAtOnce(withTooLarge(example.body), async (body) => {
        const { status, text } = await send(call, { ...example, body: body as Record<string, unknown> });
        if (status >= 500) faults.push(`${call.name} ${JSON.stringify(body)}: ${text.slice(0, 120)}`);
      });
    }
    expect(faults).toEqual([]);
    expect(withoutLocks(await contents(fixture))).toBe(withoutLocks(before));
  });

  test('[SAFE-2] a missing or an unknown field of a body is refused and named', async () => {
    for (const call of calls.filter((candidate) => exampleOf(candidate).body && !exampleOf(candidate).isOthersForm)) {
      const { body = {}, ...rest } = exampleOf(call);
      const answer = await send(call, { ...rest, body: { ...body, surprise: 1 } });
      expect(answer.status, call.name).toBe(400);
      expect(answer.body.responseStatus?.errors[0]?.fieldName, call.name).toBe('surprise');
      const empty = await send(call, { ...rest, body: {} });
      expect(empty.status, call.name).toBe(400);
      expect(empty.body.responseStatus?.errorCode, call.name).toBe('INVALID_REQUEST');
    }
  });

  test('[SAFE-2] a body that is no JSON, too large, or of another type', async () => {
    for (const call of calls.filter((candidate) => candidate.method === 'POST')) {
      const example = exampleOf(call);
      for (const body of ['{', '[]', '"text"', 'null', '{"__proto__":{"admin":true}}', `"${'x'.repeat(300_000)}"`]) {
        const answer = await send(call, { ...example, body: body as never });
        expectClearAnswer(call, body, answer);
        // `null` counts as no body, and calls without a body accept that.
        if (body !== 'null') expectRefused(call, body.slice(0, 80), answer);
      }
      const path = apiBase + call.path.replace(':tenant', 'saltmarsh').replace(/:\w+/g, 'x');
      const asXml = await fixture.owner.client.request('POST', path, {
        body: '<a/>',
        headers: { 'content-type': 'text/xml' },
      });
      // An event of a provider may have any type. Its signature is checked, and this one has none.
      expect(asXml.status, call.name).toBe(call.access === 'webhook' ? 400 : 415);
    }
  });

  test('[SAFE-2] a body that is too deep is never a fault, and each call refuses one that is too large', async () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    for (const call of calls.filter(({ method, takesFile }) => method !== 'GET' && !takesFile)) {
      const example = exampleOf(call);
      expectClearAnswer(call, 'a deep body', await send(call, { ...example, body: deep as never }));
      const large = `"${'x'.repeat(call.maxBytes ?? 256 * 1024)}"`;
      const answer = await send(call, { ...example, body: large as never });
      expect([call.name, answer.status]).toEqual([call.name, 413]);
    }
  });

  test('[SAFE-2] headers sent twice, odd or huge', async () => {
    for (const call of calls) {
      const odd: Record<string, string>[] = [
        { 'accept-language': ';;;q=,*,'.repeat(200) },
        { cookie: 'quayside_session=%00; quayside_session=' },
        { 'idempotency-key': 'k'.repeat(5_000) },
        { tenantkey: 'saltmarsh, saltmarsh' },
        { origin: 'nonsense' },
      ];
      for (const headers of odd) {
        expectClearAnswer(
          call,
          headers,
          await fixture.app.client('saltmarsh').call(call, exampleOf(call) as never, headers),
        );
      }
    }
  });

  test('[SAFE-2] a path that is none, and a method that isn’t offered', async () => {
    for (const path of ['nowhere', 'portal/%00/account', 'portal/%E0%A4%A/account', '..%2f..%2fetc']) {
      const answer = await fixture.owner.client.request('GET', apiBase + path, {});
      expect({ path, shape: ErrorAnswer.safeParse(answer.body).success }).toEqual({ path, shape: true });
      expect(answer.status, path).toBeLessThan(500);
    }
    const answer = await fixture.owner.client.request('DELETE', `${apiBase}getSession`, {});
    expect(codeOf(answer)).toBe('405 METHOD_NOT_ALLOWED');
  });

  test('[SAFE-2] an address that can’t be read is a page for a reader and JSON for a program', async () => {
    const ask = (path: string, headers: Record<string, string>) => fetch(`${fixture.app.url}${path}`, { headers });
    const opened = { 'sec-fetch-dest': 'document', 'accept-language': 'de' };
    for (const [path, headers] of [
      ['/%zz', opened],
      ['/%zz', {}],
      ['/quick-pay/%E0%A4%A', opened],
      [`${apiBase}%zz`, opened],
    ] as const) {
      const page = await ask(path, headers);
      expect({ path, status: page.status, type: page.headers.get('content-type') }).toEqual({
        path,
        status: 400,
        type: 'text/html; charset=utf-8',
      });
      expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(await page.text()).toContain(headers === opened ? 'Wir finden nicht' : 'We cannot find');
    }
    const answer = await ask(`${apiBase}%zz`, { accept: 'application/json' });
    expect(ErrorAnswer.safeParse(await answer.json()).success).toBe(true);
    expect(answer.status).toBe(400);
  });
});

/**
 * Returns a text without the locks. Failed sign-ins are counted, and the owner of a login is told that it is
 * locked: both are right.
 */
const withoutLocks = (text: string) =>
  text
    .replace(/sign_in_locks[\s\S]*?\n\n/, '')
    .replaceAll(/^.*,login-locked,.*\n/gm, '')
    .replaceAll(/^.*,mail,\d+\)\n/gm, '');
