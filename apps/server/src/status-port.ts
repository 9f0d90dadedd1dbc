import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { checkCopy } from './copy-checks.ts';
import { listen } from './front-door.ts';
import type { Readiness } from './http/readiness.ts';
import type { CopyMetrics } from './copy-metrics.ts';
import type { Environment } from './lib/settings/env.ts';
import { metricsType } from './lib/telemetry/metrics.ts';

/** The port that tells operators' programs how this copy is. */
export interface StatusPort {
  close: () => Promise<void>;
}

interface Answer {
  status: number;
  type: string;
  body: string;
}

const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/json',
  body: `${JSON.stringify(body)}\n`,
});

/**
 * Opens the port for probes and metrics, if one is set. It is open from the first moment of a start to the end, and
 * apart from the portal's port: proxies don't pass it on, and busy customers don't slow it down.
 * @throws StartError if the port can't be opened
 */
export async function openStatusPort(
  environment: Pick<Environment, 'dataDir' | 'statusHost' | 'statusPort' | 'worker'>,
  readiness: Readiness,
  metrics: CopyMetrics,
): Promise<StatusPort> {
  const { statusHost: host, statusPort: port } = environment;
  if (port === undefined) return { close: async () => {} };
  const answers: Record<string, () => Answer | Promise<Answer>> = {
    // It answers as long as this process does anything at all.
    '/live': () => json(200, { status: 'live' }),
    '/ready': async () => {
      const [reason, checks] = await Promise.all([readiness.whyNot(), checkCopy(readiness, environment)]);
      return reason === null ? json(200, { status: 'ready', checks }) : json(503, { status: 'not ready', reason });
    },
    '/metrics': async () => ({ status: 200, type: metricsType, body: await metrics.write() }),
  };
  const server = createServer((request, response) => {
    answer(answers, request, response).catch(() => response.destroy());
  });
  await listen(server, { host, port, setting: 'STATUS_PORT', hostSetting: 'STATUS_HOST' });
  return {
    close: async () => {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  answers: Readonly<Record<string, () => Answer | Promise<Answer>>>,
  { method, url = '/' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = url.split('?')[0] ?? url;
  const found = method === 'GET' || method === 'HEAD' ? answers[path] : undefined;
  const { status, type, body } = found ? await found() : json(404, { paths: Object.keys(answers) });
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(method === 'HEAD' ? undefined : body);
}
