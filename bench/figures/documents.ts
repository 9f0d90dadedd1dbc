import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePorts } from '../../apps/server/src/testing/processes/free-ports.ts';
import type { Request } from 'autocannon';
import { type Measured, measure, medianOf } from '../load.ts';
import type { BenchMarina } from '../marina.ts';
import { type BareDocument, type Listening, startBareServer, startServer } from '../processes.ts';
import { type Figure, rounded } from '../report.ts';
import { cookieOf } from '../requests.ts';
import { saltmarsh } from '../../apps/server/src/demo/marinas.ts';
import type { Turns } from './list-page.ts';

/** The documents that a second brings while the delay of the event loop is measured. */
const documentsPerSecond = 100;

const browser = {
  accept: 'text/html',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'en-GB,en;q=0.9',
  'sec-fetch-dest': 'document',
};

const repeated = (one: Request): Request[] => Array.from({ length: 32 }, () => one);

/**
 * Measures the documents of visitors and of signed-in customers. The floor is a bare handler that sends the same bytes.
 * Also measures how late the process is while a hundred documents a second are asked for, half of them signed in.
 */
export async function measureDocuments(marina: BenchMarina, turns: Turns): Promise<Figure[]> {
  const statusPort = await findFreePorts(1);
  const server = await startServer(marina, { STATUS_PORT: String(statusPort) });
  const visitors = repeated({ method: 'GET', path: '/login', headers: { ...browser, tenantkey: saltmarsh.key } });
  const customers = marina.sessions.map((session) => ({
    method: 'GET',
    path: '/secure/dashboard',
    headers: { ...browser, ...cookieOf(session) },
  }));
  const bare = await startBareServer(marina, await documentOf(server));
  try {
    const floor = repeated({ method: 'GET', path: '/document', headers: browser });
    const warm = Math.min(2, turns.seconds);
    await measure({ url: server.url, requests: visitors, seconds: warm });
    await measure({ url: server.url, requests: customers, seconds: warm });
    await measure({ url: bare.url, requests: floor, seconds: warm });
    const seen: { visitors: Measured; customers: Measured; floor: Measured }[] = [];
    for (let turn = 0; turn < turns.count; turn += 1)
      seen.push({
        visitors: await measure({ url: server.url, requests: visitors, seconds: turns.seconds }),
        customers: await measure({ url: server.url, requests: customers, seconds: turns.seconds }),
        floor: await measure({ url: bare.url, requests: floor, seconds: turns.seconds }),
      });
    const figure = (what: string, of: 'visitors' | 'customers', least: number): Figure => ({
      what,
      figure: `${rounded(medianOf(seen.map((turn) => turn[of].perSecond)))}/s`,
      floor: `${rounded(medianOf(seen.map((turn) => turn.floor.perSecond)))}/s`,
      value: medianOf(seen.map((turn) => turn[of].perSecond / turn.floor.perSecond)),
      budget: { least },
    });
    return [
      figure('documents of visitors', 'visitors', 0.25),
      figure('documents of signed-in customers', 'customers', 0.0025),
      await delay(server, statusPort, [...visitors, ...customers.slice(0, 32)], turns.seconds),
    ];
  } finally {
    await Promise.all([server.stop(), bare.stop()]);
  }
}

/** Returns a visitor's document as it is on the wire, once the server has drawn it. */
async function documentOf({ url }: Listening): Promise<BareDocument> {
  const get = async (): Promise<BareDocument> => {
    const asked = request(`${url}/login`, { headers: { ...browser, tenantkey: saltmarsh.key } }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const body = await buffer(answer);
    if (answer.statusCode !== 200) throw new Error(`the document answered ${answer.statusCode}`);
    const { connection: _, 'transfer-encoding': _coding, ...headers } = answer.headers;
    return { headers: headers as Record<string, string>, body: body.toString('base64') };
  };
  await get();
  return get();
}

/** Returns the longest delay of the event loop under load, beside the one of a server that nobody asks. */
async function delay(server: Listening, statusPort: number, requests: Request[], seconds: number): Promise<Figure> {
  const read = async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${statusPort}/metrics`)).text();
    return Number(/^quayside_event_loop_delay_seconds (\S+)$/m.exec(metrics)?.[1]) * 1_000;
  };
  await read(); // the next reading counts from here
  await pause(seconds * 1_000);
  const idle = await read();
  await measure({ url: server.url, requests, seconds, perSecond: documentsPerSecond });
  const busy = await read();
  return {
    what: `longest event loop delay, ${documentsPerSecond} documents/s`,
    figure: `${rounded(busy)} ms`,
    floor: `${rounded(idle)} ms`,
    value: busy,
    budget: { most: 100 },
  };
}
