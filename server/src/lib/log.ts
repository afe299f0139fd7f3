import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type DestinationStream,
  type Logger,
  type LoggerOptions,
  pino,
} from 'pino'
import type { Settings } from './settings.ts'

/** Never logged. */
const secrets = ['authorization', 'cookie', 'loanDockId', 'password', 'token']
const redacted = [
  ...secrets.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]),
  '["set-cookie"]',
  '*["set-cookie"]',
]

/**
 * An error without quoted values, which PostgreSQL repeats in `detail`, `where`
 * and at the end of its message.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const isSql = 'severity' in error
  const message = isSql ? error.message.replace(/: ".*/s, '') : error.message
  const frames =
    error.stack
      ?.split('\n')
      .filter((line) => line.trimStart().startsWith('at ')) ?? []
  const code = 'code' in error ? error.code : undefined
  const cause =
    error.cause === undefined ? undefined : describeError(error.cause)
  const errors =
    error instanceof AggregateError
      ? error.errors.map(describeError)
      : undefined
  return {
    type: error.name,
    code,
    message,
    stack: frames.join('\n'),
    cause,
    errors,
  }
}

const options = (level: Settings['logLevel']): LoggerOptions => ({
  level,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: { paths: redacted, censor: '[secret]' },
  serializers: {
    // The route's pattern, else the path without long parts: they may be a
    // ticket, a loan or a name.
    req: ({ method, url, id, ip, routeOptions }: FastifyRequest) => ({
      id,
      method,
      path:
        routeOptions?.url ??
        url.split('?', 1)[0]?.replace(/[^/]{40,}/g, '[long]'),
      ip,
    }),
    res: ({ statusCode }: FastifyReply) => ({ statusCode }),
    err: describeError,
  },
})

/** The portal's log: JSON lines without bodies, secrets or borrowers. */
export const createLog = (
  level: Settings['logLevel'],
  destination?: DestinationStream,
): Logger =>
  destination ? pino(options(level), destination) : pino(options(level))

/**
 * Logs what Node.js would print as text: warnings, and the error that ends the
 * process.
 */
export function logProcessEvents(log: Logger): void {
  process.removeAllListeners('warning')
  process.on('warning', (err) => log.warn({ err }, 'a Node.js warning'))
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'the process failed')
    process.exit(1)
  })
}

export type { Logger } from 'pino'
