import { channel } from 'node:diagnostics_channel'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
} from 'fastify'
import { createCompiler } from './compile-schema.ts'

type Answer = { $ref?: string; content?: Record<string, { schema: object }> }
type Document = {
  paths: Record<string, Record<string, { responses: Record<string, Answer> }>>
  components: { responses: Record<string, Answer>; schemas: object }
}

let compile: ReturnType<typeof createCompiler> | undefined
/** By schema, and by the text of a schema: many calls have equal responses. */
const validators = new Map<object | string, ValidateFunction>()
/**
 * The description, made once for all Fastifies of a process: they serve the
 * same calls.
 */
let described: Document | undefined

const differing: string[] = []
/** The differences since the last call. */
export const differingAnswers = (): string[] => differing.splice(0)

function validatorOf(
  schema: object,
  components: Document['components'],
): ValidateFunction {
  const known = validators.get(schema)
  if (known) return known
  const text = JSON.stringify(schema)
  compile ??= createCompiler(components)
  const validate = validators.get(text) ?? compile(schema)
  validators.set(text, validate)
  validators.set(schema, validate)
  return validate
}

/**
 * How a response differs from the description of its call; undefined if it
 * doesn't.
 */
function differenceOf(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): string | undefined {
  const { endpoint } = request.routeOptions.config
  if (!endpoint || request.method === 'HEAD') return undefined
  // A test's own Fastify without an API description.
  if (!request.server.hasDecorator('swagger')) return undefined
  described ??= request.server.swagger() as unknown as Document
  const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
  const operation = described.paths[path]?.[endpoint.method.toLowerCase()]
  const { responses = {} } = operation ?? {}
  const isRefusal = reply.statusCode >= 400
  const answer =
    responses[reply.statusCode] ?? (isRefusal ? responses.default : undefined)
  const body = String(payload)
  if (!answer)
    return `${reply.statusCode} is not described: ${body.slice(0, 200)}`
  const content = contentOf(answer, described)
  if (!content) return payload ? 'a body that is not described' : undefined
  const type = String(reply.getHeader('content-type') ?? '')
  const media = content[type] ?? content[type.split(';')[0] ?? '']
  if (!media) return `${type || 'no media type'} is not described`
  if (!type.startsWith('application/json')) return undefined
  const validate = validatorOf(media.schema, described.components)
  if (validate(JSON.parse(body))) return undefined
  return new Ajv2020().errorsText(validate.errors, { dataVar: 'answer' })
}

/** Most refusals are components that operations refer to. */
function contentOf({ $ref, content }: Answer, { components }: Document) {
  if ($ref === undefined) return content
  return components.responses[$ref.split('/').at(-1) ?? '']?.content
}

/** Runs after all other hooks of a route, so it sees what is sent. */
async function check(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
) {
  const difference = differenceOf(request, reply, payload)
  if (!difference) return
  const line = `${request.method} ${request.url} ${reply.statusCode}: ${difference}`
  differing.push(line)
  process.stderr.write(`This answer is not as described: ${line}\n`)
}

/**
 * Checks each response of every Fastify of this process against the API
 * description: its status must be described, and its body must match the
 * schema. Loaded before the server's tests, and into the portal of the e2e
 * stories.
 */
channel('fastify.initialization').subscribe((message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', (route: RouteOptions) => {
    if (route.config?.endpoint)
      route.onSend = [route.onSend ?? [], check].flat()
  })
})
