import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { apiBase } from '@quayside/contract/shared/call.ts';
import type { Environment } from './lib/settings/env.ts';
import { StartError } from './lib/start-error.ts';

/**
 * The port, which is open from the first moment of a start. Requests that come before the application is ready are
 * told to try again.
 */
export interface FrontDoor {
  /** Hands the port to the application, as Fastify's `serverFactory`. The application answers after its `listen`. */
  serverFactory: (answer: RequestListener, options: ServerTimes) => Server;
  /** Resolves when the port is closed. The application closes it too; a second call does no harm. */
  close: () => Promise<void>;
}

/** The times that Fastify would set on a server of its own, in milliseconds. */
interface ServerTimes {
  keepAliveTimeout?: number;
  requestTimeout?: number;
}

/**
 * The most requests of one connection that are answered at once. Browsers and proxies send one at a time. The next one
 * may come a moment before the server has closed the file of the answer before it.
 */
const mostOfConnection = 8;

/** The longest time in which nothing of an answer is read. Node may notice it only after twice as much. */
const unreadMs = 60_000;

/** The seconds after which a client may try again. */
const startSeconds = 5;

/**
 * Listens before anything else is done. So a port in use is reported at once, and a start that waits for PostgreSQL
 * answers 503 instead of nothing.
 * @param longestUnreadMs shorter in tests
 * @throws StartError if the port can't be opened
 */
export async function openFrontDoor(
  { host, port }: Pick<Environment, 'host' | 'port'>,
  longestUnreadMs = unreadMs,
): Promise<FrontDoor> {
  const server = createServer(answerStarting);
  await listen(server, { host, port, setting: 'PORT', hostSetting: 'HOST' });
  return {
    serverFactory: (answer, { keepAliveTimeout = 72_000, requestTimeout = 0 }) => {
      server.keepAliveTimeout = keepAliveTimeout;
      server.requestTimeout = requestTimeout;
      // The application calls this when it is ready to answer, and waits for the event.
      server.listen = () => {
        server.off('request', answerStarting);
        boundConnections(server, answer, longestUnreadMs);
        process.nextTick(() => server.emit('listening'));
        return server;
      };
      // A client keeps the connection of an answer that ends after the closing began for as long as it may: 70
      // seconds. The server would wait for it.
      const close = server.close.bind(server);
      server.close = (done) => {
        server.keepAliveTimeout = 1;
        return close(done);
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

/**
 * Closes a connection that sends many requests without reading their answers, and one that stops reading.
 * DANGER: Node begins all requests of a packet at once. Without these limits one connection opens thousands of files,
 * and a client that reads nothing holds the memory and the files of its answers for ever.
 */
function boundConnections(server: Server, answer: RequestListener, longestUnreadMs: number): void {
  const open = new WeakMap<Socket, number>();
  server.on('request', (request, response) => {
    const { socket } = request;
    // The rest of a packet that went beyond the limit.
    if (socket.destroyed) return;
    const count = (open.get(socket) ?? 0) + 1;
    if (count > mostOfConnection) return void socket.destroy();
    open.set(socket, count);
    response.once('close', () => open.set(socket, (open.get(socket) ?? 1) - 1));
    answer(request, response);
  });
  server.timeout = longestUnreadMs;
  // Nothing was sent or received for so long. A connection whose answer is still being made may go on.
  server.on('timeout', (socket) => {
    const isMade = (open.get(socket) ?? 0) === 0 || socket.writableLength > 0;
    if (isMade) socket.destroy();
    else socket.setTimeout(longestUnreadMs);
  });
}

/** An address to listen at, and the settings that give it. */
interface Address {
  host: string;
  port: number;
  setting: string;
  hostSetting: string;
}

/** Listens. @throws StartError that names the setting */
export function listen(server: Server, address: Address): Promise<void> {
  const { host, port } = address;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, address)));
    server.listen({ host, port }, resolve);
  });
}

function explain(error: NodeJS.ErrnoException, { host, port, setting, hostSetting }: Address): Error {
  if (error.code === 'EADDRINUSE')
    return new StartError(`Port ${port} is in use by another program. Stop it, or set ${setting} to another one.`);
  if (error.code === 'EACCES')
    return new StartError(`Port ${port} needs more rights. Set ${setting} to one above 1023.`);
  if (error.code === 'EADDRNOTAVAIL')
    return new StartError(`This machine has no address ${host}. Correct ${hostSetting}.`);
  return error;
}

function answerStarting(request: IncomingMessage, response: ServerResponse): void {
  describeStarting(request).then(
    ({ headers, body }) => {
      // Closes the connection: the client's next request must not wait on one that the application does not have.
      const common = { 'retry-after': String(startSeconds), 'x-content-type-options': 'nosniff', connection: 'close' };
      response.writeHead(503, { ...headers, ...common }).end(request.method === 'HEAD' ? undefined : body);
    },
    () => response.destroy(),
  );
}

/**
 * Describes the start in the reader's language. Texts are loaded only if somebody asks, because a start has no time
 * for them.
 */
async function describeStarting({ url = '/', headers }: IncomingMessage) {
  const language = headers['accept-language'];
  if (!url.startsWith(apiBase)) {
    const { plainPage } = await import('./http/answers/plain-page.ts');
    const page = plainPage(language, 'errors.UNAVAILABLE');
    return { headers: page.headers, body: page.html };
  }
  const { earlyError } = await import('./http/answers/error-answer.ts');
  return {
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(earlyError('UNAVAILABLE', language)),
  };
}
