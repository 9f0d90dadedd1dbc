import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SentryEvent {
  tags: Record<string, string>;
  exception: { values: { type: string; value: string; stacktrace?: { frames: object[] } }[] };
}

/** The event of a received envelope, and how it was sent. */
export interface Received {
  path: string;
  auth: string;
  text: string;
  event: SentryEvent;
}

/** Receives Sentry's protocol locally, and answers as the test wants. */
export class ErrorService {
  readonly received: Received[] = [];
  answer: (response: ServerResponse) => void = (response) => response.writeHead(200).end('{}');
  readonly #server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      const event = JSON.parse(text.split('\n')[2] ?? '') as SentryEvent;
      this.received.push({ path: request.url ?? '', auth: String(request.headers['x-sentry-auth']), text, event });
      this.answer(response);
    });
  });

  /** Starts the service. @returns its DSN */
  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://public-key@127.0.0.1:${(this.#server.address() as AddressInfo).port}/42`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
