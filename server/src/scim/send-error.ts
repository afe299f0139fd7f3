import { joinSentences } from '@portal/contract/lib/sentences'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refusalOf, violates } from '../lib/errors.ts'

/** Kinds of errors of RFC 7644 §3.12. */
type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness'

/** A refusal in the form that identity providers understand. */
export class ScimRefusal extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail)
    this.name = 'ScimRefusal'
    this.status = status
    this.scimType = scimType
  }
}

/** Another user has the userName or email address. */
export const takenRefusal = () =>
  new ScimRefusal(
    409,
    'Another user has this userName or email address',
    'uniqueness',
  )

export const scimType = 'application/scim+json; charset=utf-8'

/** Sends an error in the schema of RFC 7644 §3.12. */
export function sendError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { status, detail, type, retryAfterSeconds } = describe(
    error,
    request.id,
  )
  if (status >= 500 && !(error instanceof ScimRefusal))
    request.log.error({ reqId: request.id, err: error, req: request }, detail)
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="SCIM"')
  if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
  return reply
    .code(status)
    .type(scimType)
    .send({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      ...(type && { scimType: type }),
      detail,
    })
}

type Description = {
  status: number
  detail: string
  type?: ScimType | undefined
  retryAfterSeconds?: number | undefined
}

function describe(error: FastifyError | Error, requestId: string): Description {
  if (error instanceof ScimRefusal)
    return { status: error.status, detail: error.message, type: error.scimType }
  if (error instanceof z.ZodError) return describeInvalid(error)
  if (
    violates(error, 'app_user_email_key') ||
    violates(error, 'scim_user_name')
  )
    return describe(takenRefusal(), requestId)
  const refusal = refusalOf(error)
  if (refusal) {
    const {
      statusCode: status,
      message,
      details = [],
      retryAfterSeconds,
    } = refusal
    const detail = joinSentences([
      message,
      ...details.map((one) => `${one.field}: ${one.error}`),
    ])
    return {
      status,
      detail,
      retryAfterSeconds,
      ...(status === 409 && { type: 'mutability' }),
    }
  }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  if (status === 415)
    return { status, detail: 'Send application/scim+json or application/json' }
  if (status === 413) return { status, detail: 'The request is too large' }
  if (status >= 400 && status < 500)
    return {
      status: 400,
      detail: 'The body is not valid JSON',
      type: 'invalidSyntax',
    }
  return {
    status: 500,
    detail: `Something went wrong on our end (${requestId})`,
  }
}

function describeInvalid({ issues }: z.ZodError): Description {
  const problems = issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.join('.') || 'The body'}: ${message}`)
  const detail = joinSentences(problems)
  return { status: 400, detail, type: 'invalidValue' }
}
