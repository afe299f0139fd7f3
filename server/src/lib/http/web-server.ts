import { randomUUID } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { parse } from 'node:querystring'
import cookie from '@fastify/cookie'
import proxyAddr from '@fastify/proxy-addr'
import type { Subject } from '@portal/contract/lib/endpoint'
import {
  type ErrorAnswer,
  type ErrorCode,
  errorStatus,
} from '@portal/contract/lib/errors'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { AppError, badRequest, notFound, refusalOf } from '../errors.ts'
import type { Logger } from '../log.ts'
import type { measureAnswer } from '../metrics.ts'
import type { Tracing } from '../telemetry.ts'
import { drainBodies } from './drain-body.ts'
import { limitConnections } from './limit-requests.ts'
import { listMethods } from './list-methods.ts'
import { refuseCrossSite } from './refuse-cross-site.ts'
import {
  InvalidInput,
  serializerCompiler,
  validatorCompiler,
} from './validate.ts'

const bodyLimit = 1_048_576
/** For the headers of a request, 16 KB at most (Node's limit). */
const longestHeadMs = 15_000
const longestFormMs = 30_000
/** 50 MB at half a megabit a second. */
const longestUploadMs = 15 * 60_000
const shutdownMs = 4_000

/** Drops empty query values (spec.md §5) in every list. */
const parseQuery = (text: string) =>
  Object.fromEntries(
    Object.entries(parse(text)).filter(([, value]) => value !== ''),
  )

type Options = {
  tracing?: Tracing | undefined
  measure?: typeof measureAnswer
  headMs?: number
}

/**
 * A Fastify that parses and answers by the contract's schemas, accepts only
 * JSON, and refuses other sites.
 */
export async function webServer(
  log: Logger,
  publicUrl: string,
  trustedProxies = 'loopback',
  { tracing, measure, headMs = longestHeadMs }: Options = {},
): Promise<FastifyInstance> {
  const isTrusted = proxyAddr.compile(
    trustedProxies.split(',').map((one) => one.trim()),
  )
  const isFromProxy = ({ socket }: IncomingMessage) =>
    isTrusted(socket.remoteAddress ?? '', 0)
  const app = Fastify({
    loggerInstance: log as never,
    // Lines carry the request's id; a logger for each request took a fifth of a
    // poll's time.
    childLoggerFactory: (logger) => logger,
    genReqId: (request: IncomingMessage) =>
      (isFromProxy(request) && readRequestId(request)) || randomUUID(),
    requestIdHeader: false,
    bodyLimit,
    // As long as a file may take; forms get less, below.
    requestTimeout: longestUploadMs,
    keepAliveTimeout: 65_000,
    // How often Node checks for slow headers; by default every 30 s.
    http: {
      headersTimeout: headMs,
      connectionsCheckingInterval: Math.min(1000, headMs),
    },
    trustProxy: isTrusted,
    routerOptions: { maxParamLength: 300, querystringParser: parseQuery },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // A request on an open connection is served even while the server closes.
    return503OnClosing: false,
    clientErrorHandler: answerConnectionError,
  }) as unknown as FastifyInstance
  limitConnections(app.server, (address) => isTrusted(address, 0))
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  if (tracing) {
    ignoreForeignTraces(app, isFromProxy)
    await tracing.register(app)
  }
  const findMethods = listMethods(app)
  await app.register(cookie)
  acceptOnlyJson(app)
  limitBodyTime(app)
  closeLateConnections(app)
  drainBodies(app)
  addHeaders(app, publicUrl)
  app.addHook('onRequest', async (request) =>
    refuseCrossSite(request, publicUrl),
  )
  logAnswers(app, log, measure)
  answerErrors(app, findMethods)
  return app
}

/** 405 for a path that has other methods, else 404 for an unknown path. */
function answerErrors(
  app: FastifyInstance,
  findMethods: (path: string) => readonly string[],
) {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answerError(error, request, reply),
  )
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?')
    const methods = findMethods(path)
    if (methods.length === 0)
      return answerError(notFound('Page'), request, reply)
    reply.header('allow', methods.join(', '))
    return answerError(methodNotAllowed(methods), request, reply)
  })
}

/**
 * Drops trace headers that aren't from the proxy; with them, anyone could add
 * spans to any trace.
 */
function ignoreForeignTraces(
  app: FastifyInstance,
  isFromProxy: (request: IncomingMessage) => boolean,
) {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isFromProxy(request.raw))
      for (const name of ['traceparent', 'tracestate'])
        delete request.raw.headers[name]
    done()
  })
}

/** The request id from a proxy, if it is safe to log. */
const readRequestId = ({ headers: { 'x-request-id': id } }: IncomingMessage) =>
  typeof id === 'string' && /^[\w.:-]{8,100}$/.test(id) ? id : undefined

/**
 * Closes the connection of a form that takes too long; Node's own limit leaves
 * time for files (files/upload.ts).
 */
function limitBodyTime(app: FastifyInstance) {
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (
      request.routeOptions.config.endpoint?.takesFile ||
      request.raw.method === 'GET'
    )
      return payload
    const late = setTimeout(
      () => request.raw.complete || request.raw.destroy(),
      longestFormMs,
    )
    for (const event of ['end', 'close'])
      payload.once(event, () => clearTimeout(late))
    return payload
  })
}

/**
 * At shutdown, closes the connections that are still open after `shutdownMs`,
 * such as unused ones and slow uploads.
 */
function closeLateConnections(app: FastifyInstance) {
  app.addHook('preClose', async () => {
    app.server.keepAliveTimeout = 1
    const cut = setTimeout(
      () => app.server.closeAllConnections(),
      shutdownMs,
    ).unref()
    app.server.once('close', () => clearTimeout(cut))
  })
}

/** Any other type than JSON is 415. */
function acceptOnlyJson(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') return done(null, undefined)
      return parse(request, body as string, done)
    },
  )
}

function addHeaders(app: FastifyInstance, publicUrl: string) {
  const isSecure = publicUrl.startsWith('https:')
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
    reply.header('x-frame-options', 'DENY')
    reply.header('cross-origin-resource-policy', 'same-origin')
    if (isSecure)
      reply.header(
        'strict-transport-security',
        'max-age=31536000; includeSubDomains',
      )
    if (request.url.startsWith('/api/'))
      reply.header('cache-control', 'no-store')
  })
}

/**
 * Measures each response, and logs it unless it is an unchanged poll. Without
 * redaction, which would take most of the time.
 */
function logAnswers(
  app: FastifyInstance,
  log: Logger,
  measure: Options['measure'],
) {
  const answers = log.child({}, { redact: [] })
  app.addHook('onResponse', async (request, reply) => {
    const { elapsedTime, statusCode: status } = reply
    const { url: route = 'none', config } = request.routeOptions
    measure?.({
      method: request.method,
      route,
      status,
      seconds: elapsedTime / 1000,
      endpoint: config.endpoint,
    })
    if (status === 304 && config.endpoint?.isPoll) return
    const ms = Math.round(elapsedTime * 10) / 10
    answers.info(
      {
        reqId: request.id,
        req: request,
        res: reply,
        ms,
        userId: request.ctx?.actor.id,
      },
      'answered',
    )
  })
}

/**
 * Responses to connection errors that Node reports before there is a request;
 * by default 400.
 */
const connectionRefusals: Record<
  string,
  readonly [ErrorCode, message: string]
> = {
  HPE_HEADER_OVERFLOW: [
    'headers_too_large',
    'The request headers are too large',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request timed out'],
}

function answerConnectionError(
  { code: reason = '' }: Error & { code?: string },
  socket: Socket,
) {
  if (reason === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [code, error] = connectionRefusals[reason] ?? [
    'bad_request',
    'The request is malformed',
  ]
  const statusCode = errorStatus[code]
  const answer: ErrorAnswer = {
    statusCode,
    code,
    error,
    requestId: randomUUID(),
  }
  const body = JSON.stringify(answer)
  socket.end(
    [
      `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

function answerError(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const refusal = refusalFor(error, request)
  if (refusal.statusCode >= 500)
    request.log.error(
      { reqId: request.id, err: error, req: request },
      refusal.message,
    )
  return sendRefusal(refusal, request, reply)
}

/** Answers with a refusal, and logs nothing about it. */
export function sendRefusal(
  refusal: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const challenge = describeChallenge(refusal)
  if (challenge) reply.header('www-authenticate', challenge)
  if (refusal.retryAfterSeconds)
    reply.header('retry-after', refusal.retryAfterSeconds)
  const answer: ErrorAnswer = {
    statusCode: refusal.statusCode,
    code: refusal.code,
    error: refusal.message,
    requestId: request.id,
    ...(refusal.details && { details: refusal.details }),
  }
  return reply
    .code(refusal.statusCode)
    .type('application/json')
    .serializer(JSON.stringify)
    .send(answer)
}

const methodNotAllowed = (methods: readonly string[]) =>
  new AppError(
    'method_not_allowed',
    `This path accepts only ${methods.join(', ')}`,
  )

const createBadRequest = () =>
  new AppError('bad_request', 'The request is malformed')

/** WWW-Authenticate of a 401, and of a 403 that another key may avoid. */
function describeChallenge({ code, challenge }: AppError): string | undefined {
  if (challenge) return `Bearer realm="portal", ${challenge}`
  return code === 'unauthorized' ? 'Bearer realm="portal"' : undefined
}

/** Fastify's own refusals by status, in our words; others are bad requests. */
const refusalByStatus: Record<number, () => AppError> = {
  404: () => notFound('Page'),
  413: () => new AppError('payload_too_large', 'The request is too large'),
  415: () => new AppError('unsupported_media_type', 'Send JSON'),
}

function refusalFor(
  error: FastifyError | AppError,
  request: FastifyRequest,
): AppError {
  if (error instanceof InvalidInput) return refuseInput(error, request)
  const known = refusalOf(error)
  if (known) return known
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  if (status < 400 || status >= 500)
    return new AppError(
      'internal',
      `Something went wrong on our end (${request.id})`,
    )
  const createRefusal = refusalByStatus[status] ?? createBadRequest
  return createRefusal()
}

/** The nouns for a 404; by default an SLV. */
const nouns: Partial<Record<Subject, string>> = {
  LOAN: 'Loan',
  NOTIFICATION: 'Notification',
  SLV_COMMENT: 'Comment',
  TDOC: 'Tdoc',
  TDOC_COMMENT: 'Comment',
  LETTER: 'Letter',
  REVIEW_CATEGORY: 'Review category',
  CAPTURE: 'Upload',
  NOTHING: 'Reading',
  RECORDS: 'Legal hold',
  GUIDELINE_VERSION: 'Version',
  CONTRACT_VARIANCE: 'Contract variance',
  SESSION: 'Session',
  PASSKEY: 'Passkey',
  PERSON: 'User',
  ACCESS_REQUEST: 'Access request',
  COMPANY: 'Company',
  REPORT_SCHEDULE: 'Schedule',
  ASSIGNMENT: 'Assignment',
  SAVED_VIEW: 'View',
  INTEGRATION: 'Integration',
  JOB: 'Job',
}

/**
 * An invalid id is answered like an unknown one; anything else names its
 * fields.
 */
function refuseInput(
  { problems, validationContext }: InvalidInput & Partial<FastifyError>,
  request: FastifyRequest,
): AppError {
  const about = request.routeOptions.config.endpoint?.about
  if (validationContext === 'params')
    return notFound((about && nouns[about]) ?? 'SLV')
  return badRequest(problems)
}
