import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { apiBase } from '@quayside/contract/call.ts';
import type { Environment } from './env.ts';
import { StartError } from './start-error.ts';

/** The port, held from the first moment of a start on. Whoever comes before the application is told to try again. */
export interface FrontDoor {
  /** Hands the port to the application, for Fastify's `serverFactory`: from its `listen` on it answers. */
  serverFactory: (answer: RequestListener, options: ServerTimes) => Server;
  /** Settles when nobody can come any more. The application closes it too; twice does no harm. */
  close: () => Promise<void>;
}

/** What Fastify would set on a server of its own, in milliseconds. */
interface ServerTimes {
  keepAliveTimeout?: number;
  requestTimeout?: number;
}

/** How soon to try again, in seconds. */
const startSeconds = 5;

/**
 * Listens before anything else is done, so that a port in use is told at once, and a start that waits for PostgreSQL
 * answers 503 meanwhile instead of nothing.
 * @throws StartError
 */
export async function openFrontDoor({ host, port }: Pick<Environment, 'host' | 'port'>): Promise<FrontDoor> {
  const server = createServer(answerStarting);
  await listen(server, host, port);
  return {
    serverFactory: (answer, { keepAliveTimeout = 72_000, requestTimeout = 0 }) => {
      server.keepAliveTimeout = keepAliveTimeout;
      server.requestTimeout = requestTimeout;
      // The application calls this when it is ready to answer, and waits for the event.
      server.listen = () => {
        server.off('request', answerStarting).on('request', answer);
        process.nextTick(() => server.emit('listening'));
        return server;
      };
      return server;
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen({ host, port }, resolve);
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new StartError(`Port ${port} is in use by another program. Stop it, or set PORT to another one.`);
  if (error.code === 'EACCES') return new StartError(`Port ${port} needs more rights. Set PORT to one above 1023.`);
  if (error.code === 'EADDRNOTAVAIL') return new StartError(`This machine has no address ${host}. Correct HOST.`);
  return error;
}

function answerStarting(request: IncomingMessage, response: ServerResponse): void {
  describeStarting(request).then(
    ({ headers, body }) => {
      // Closed, so that nobody's next request waits on a connection that is not the application's.
      const common = { 'retry-after': String(startSeconds), 'x-content-type-options': 'nosniff', connection: 'close' };
      response.writeHead(503, { ...headers, ...common }).end(request.method === 'HEAD' ? undefined : body);
    },
    () => response.destroy(),
  );
}

/** Texts are loaded only where somebody asks: a start has no time for them. */
async function describeStarting({ url = '/', headers }: IncomingMessage) {
  const language = headers['accept-language'];
  if (!url.startsWith(apiBase)) {
    const { plainPage } = await import('./http/plain-page.ts');
    const page = plainPage(language, 'errors.UNAVAILABLE');
    return { headers: page.headers, body: page.html };
  }
  const { earlyError } = await import('./http/error-answer.ts');
  return {
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(earlyError('UNAVAILABLE', language)),
  };
}
