import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const Value = z.object({ stringValue: z.string().optional(), intValue: z.number().optional() });
const Attributes = z.array(z.object({ key: z.string(), value: Value })).default([]);
const SentSpan = z.object({
  traceId: z.string().regex(/^[\da-f]{32}$/),
  spanId: z.string().regex(/^[\da-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.int(),
  attributes: Attributes,
  status: z.object({ code: z.int().optional() }),
});
/** A request of OTLP over HTTP in JSON, as far as the tests read it (ExportTraceServiceRequest). */
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(SentSpan) })),
    }),
  ),
});

/** The kinds of spans, by their numbers in the protocol. */
const kinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const;

export interface ReceivedSpan {
  traceId: string;
  id: string;
  parentId: string | undefined;
  name: string;
  kind: (typeof kinds)[number];
  facts: Record<string, string | number | undefined>;
  hasFailed: boolean;
  service: string | number | undefined;
}

export interface OtlpReceiver {
  url: string;
  spans: () => ReceivedSpan[];
  /** Returns all bytes that came, as text. */
  text: () => string;
  /** Takes requests from now on and answers none. */
  hang: () => void;
  close: () => Promise<void>;
}

/** Starts a receiver of traces, as a collector of OpenTelemetry is one. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const bodies: string[] = [];
  let hangs = false;
  const server = createServer((request, response) => {
    const isExport = request.method === 'POST' && request.url === '/v1/traces';
    if (!isExport || request.headers['content-type'] !== 'application/json') {
      response.writeHead(400).end();
      return;
    }
    void read(request).then((body) => {
      if (hangs) return;
      bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => bodies.flatMap(spansOf),
    text: () => bodies.join('\n'),
    hang: () => {
      hangs = true;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function spansOf(body: string): ReceivedSpan[] {
  return Export.parse(JSON.parse(body)).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = factsOf(resource.attributes)['service.name'];
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, kind, attributes, status }) => ({
        traceId,
        id: spanId,
        parentId: parentSpanId,
        name,
        kind: kinds[kind] ?? 'unspecified',
        facts: factsOf(attributes),
        hasFailed: status.code === 2,
        service,
      })),
    );
  });
}

const factsOf = (attributes: z.output<typeof Attributes>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
