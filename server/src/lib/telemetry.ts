import { FastifyOtelInstrumentation } from '@fastify/otel'
import {
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-node'
import type { FastifyInstance } from 'fastify'
import { traceQueriesWith } from './database/pg-client.ts'

type Options = { endpoint: string; version: string }

export type Tracing = {
  register: (app: FastifyInstance) => Promise<void>
  stop: () => Promise<void>
}

const longestStatement = 4000
/** Requests from load balancers and scrapers. */
const probes = ['/api/health', '/api/ready', '/metrics']

/**
 * Removes error messages, which may quote values, and errors of requests that
 * were only refused.
 */
const cleanStatus: SpanProcessor = {
  onStart: () => {},
  onEnding: (span) => {
    if (span.status.code !== SpanStatusCode.ERROR) return
    const status = Number(span.attributes['http.response.status_code'] ?? 500)
    Object.assign(span, {
      status: {
        code: status < 500 ? SpanStatusCode.UNSET : SpanStatusCode.ERROR,
      },
    })
  },
  onEnd: () => {},
  forceFlush: async () => {},
  shutdown: async () => {},
}

/**
 * Sends traces of requests and SQL statements by OTLP over HTTP. Spans have
 * route templates and statements with `$1`, never the values. The SDK also
 * reads OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG and
 * OTEL_EXPORTER_OTLP_HEADERS.
 */
export function startTracing({ endpoint, version }: Options): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
  })
  const provider = new NodeTracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.name': 'loan-review-portal',
        'service.version': version,
      }),
    ),
    spanProcessors: [cleanStatus, new BatchSpanProcessor(exporter)],
  })
  provider.register()
  traceQueries()

  const instrumentation = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    instrumentHandler: false,
    recordExceptions: false,
    ignorePaths: ({ url }) => probes.includes(url),
    requestHook: (
      span,
      { id, method, routeOptions: { url: route = 'none' } },
    ) => {
      span.updateName(`${method} ${route}`)
      // The path may contain a loan number, and the query a name.
      span.setAttributes({ 'url.path': route, 'portal.request_id': id })
    },
  })
  const register = async (app: FastifyInstance) => {
    await app.register(instrumentation.plugin())
    // Reading a body loses the context.
    app.addHook('preValidation', (request, _reply, done) => {
      // Polls have no span, and most other requests one that isn't recorded.
      if (request.routeOptions.config.otel === false) return done()
      const { span, context: own } = request.opentelemetry()
      if (own && span?.isRecording()) context.with(own, done)
      else done()
    })
  }
  const stop = async () => {
    traceQueriesWith((_, send) => send())
    await provider.shutdown()
    for (const api of [trace, context, propagation]) api.disable()
  }
  return { register, stop }
}

function traceQueries() {
  const tracer = trace.getTracer('portal')
  traceQueriesWith(async (text, send) => {
    if (!trace.getActiveSpan()?.isRecording()) return send()
    const operation = /^\w+/.exec(text)?.[0] ?? 'sql'
    const span = tracer.startSpan(`SQL ${operation}`, {
      kind: SpanKind.CLIENT,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': text.slice(0, longestStatement),
      },
    })
    try {
      return await send()
    } catch (error) {
      markFailed(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

function markFailed(span: Span, error: unknown) {
  const code =
    error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  span.setAttribute('error.type', code)
  span.setStatus({ code: SpanStatusCode.ERROR })
}
