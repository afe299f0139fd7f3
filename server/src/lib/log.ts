import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Settings } from './settings.ts'

/** Never logged, wherever they occur. */
const secrets = ['authorization', 'cookie', 'loanDockId', 'password', 'token']
const redacted = [...secrets.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), '["set-cookie"]', '*["set-cookie"]']

type Request = {
  method: string
  url: string
  id?: unknown
  ip?: string
  routeOptions?: { url?: string | undefined } | undefined
}
type Reply = { statusCode: number }

/** An error without what it may quote: PostgreSQL repeats values in `detail`, `where` and at the end of its message. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const isSql = 'severity' in error
  const message = isSql ? error.message.replace(/: ".*/s, '') : error.message
  const frames = error.stack?.split('\n').filter((line) => line.trimStart().startsWith('at ')) ?? []
  const code = 'code' in error ? error.code : undefined
  const cause = error.cause === undefined ? undefined : describeError(error.cause)
  const errors = error instanceof AggregateError ? error.errors.map(describeError) : undefined
  return { type: error.name, code, message, stack: frames.join('\n'), cause, errors }
}

const options = (level: Settings['logLevel']): LoggerOptions => ({
  level,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: { paths: redacted, censor: '[secret]' },
  serializers: {
    // The route's pattern, else the path alone, without what is as long as a token: a query or a part of the path may
    // hold a ticket, a loan or a name.
    req: ({ method, url, id, ip, routeOptions }: Request) => ({
      id,
      method,
      path: routeOptions?.url ?? url.split('?', 1)[0]?.replace(/[^/]{40,}/g, '[long]'),
      ip,
    }),
    res: ({ statusCode }: Reply) => ({ statusCode }),
    err: describeError,
  },
})

/** The portal's log: one JSON object a line, with no bodies, no secrets, and no borrower in it. */
export const makeLog = (level: Settings['logLevel'], destination?: DestinationStream): Logger =>
  destination ? pino(options(level), destination) : pino(options(level))

export type { Logger } from 'pino'
