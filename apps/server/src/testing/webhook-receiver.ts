import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  /** The event inside. */
  event: { id: string; sequence: number; type: string; reference: string | null };
}

/** A server of a marina that takes webhooks, over real HTTP. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  /** The most requests that were open at the same time. */
  mostOpen = 0;
  #open = 0;
  /** The answer to each request: a status, or none at all. */
  answer: (request: Received) => number | 'none' = () => 204;
  text = '';
  readonly #server = createServer((request, response) => {
    this.#open += 1;
    this.mostOpen = Math.max(this.mostOpen, this.#open);
    response.on('close', () => (this.#open -= 1));
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { data } = JSON.parse(body) as { data: Received['event'] };
      const received = { headers: request.headers, body, event: data };
      this.received.push(received);
      const answer = this.answer(received);
      if (answer !== 'none') response.writeHead(answer).end(this.text);
    });
  });

  static async open(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    await new Promise<void>((done) => receiver.#server.listen(0, '127.0.0.1', done));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}
