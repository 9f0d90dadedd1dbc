import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode, parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger } from 'fastify';
import type { Environment } from '../../lib/settings/env.ts';
import type { NewSpan, Span, Tracing } from '../../lib/telemetry/spans.ts';

/** The longest that the end of the process waits for the last spans. */
const farewellMs = 2_000;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

type Log = Pick<FastifyBaseLogger, 'warn' | 'info'>;
type TraceSettings = NonNullable<Environment['traces']>;

/**
 * Sends spans over OTLP in batches. The exporter reads its settings (`OTEL_EXPORTER_OTLP_…`) from the environment. No
 * request waits for it: 2,048 spans may wait, and all beyond are dropped.
 */
export class OtlpTraces implements Tracing {
  readonly #contexts = new AsyncLocalStorageContextManager().enable();
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;

  constructor({ sampler, ratio, delayMs }: TraceSettings, log: Log) {
    setGlobalErrorHandler(() => {}); // the exporter below tells it, once
    this.#provider = new TracerProvider({
      resource: defaultResource()
        .merge(resourceFromAttributes({ 'service.name': 'quayside', 'service.instance.id': String(process.pid) }))
        .merge(detectResources({ detectors: [envDetector] })),
      sampler: samplerOf(sampler, ratio),
      spanProcessors: [new BatchSpanProcessor({ exporter: tellingExporter(log), scheduledDelayMillis: delayMs })],
    });
    this.#tracer = this.#provider.getTracer('quayside');
  }

  open({ name, kind, facts = {}, traceparent }: NewSpan): Span {
    const parent = this.isWithin() ? this.#contexts.active() : contextOf(traceparent);
    const span = this.#tracer.startSpan(name, { kind: kinds[kind], attributes: facts }, parent);
    const context = trace.setSpan(parent, span);
    return {
      add: (more) => void span.setAttributes(more),
      within: (work) => this.#contexts.with(context, work),
      end: (fault) => {
        if (fault !== undefined) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', fault);
        span.end();
      },
    };
  }

  isWithin(): boolean {
    return trace.getSpan(this.#contexts.active()) !== undefined;
  }

  async close(): Promise<void> {
    const farewell = Promise.withResolvers<void>();
    const timer = setTimeout(farewell.resolve, farewellMs);
    await Promise.race([this.#provider.shutdown().catch(() => {}), farewell.promise]);
    clearTimeout(timer);
  }
}

/** Returns the context of a caller outside. A header that is not well formed counts as absent. */
function contextOf(traceparent: string | undefined): Context {
  const caller = traceparent === undefined ? null : parseTraceParent(traceparent);
  return caller ? trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true }) : ROOT_CONTEXT;
}

/** Returns the sampler by its standard name (`OTEL_TRACES_SAMPLER`). */
function samplerOf(name: TraceSettings['sampler'], ratio: number): Sampler {
  const root = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }[name.replace('parentbased_', '') as 'always_on' | 'always_off' | 'traceidratio']();
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

/** Says once in the log that spans don't arrive, and once that they do again. */
function tellingExporter(log: Log): SpanExporter {
  const exporter = new OTLPTraceExporter();
  let isAway = false;
  const export_: SpanExporter['export'] = (spans, done) =>
    exporter.export(spans, (result) => {
      const fails = result.code !== ExportResultCode.SUCCESS;
      if (fails && !isAway) log.warn({ reason: result.error?.message }, 'traces do not arrive at the receiver');
      if (!fails && isAway) log.info('traces arrive again');
      isAway = fails;
      done(result);
    });
  return {
    export: export_,
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
