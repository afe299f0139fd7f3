import type { Endpoint } from '@portal/contract/lib/endpoint'
import { ZodObject, type ZodType, z } from 'zod'
import { versionNames } from '../http/version.ts'
import { bytes } from './describe-body.ts'
import type { Schemas } from './schemas.ts'

/** The names of responses that several calls return, by their schema. */
export type SharedResponses = ReadonlyMap<ZodType, string>

/** How a call responds when it succeeds. */
export function describeResponses(
  endpoint: Endpoint,
  schemas: Schemas,
  shared: SharedResponses,
) {
  const { response, answersFile, takesIfNoneMatch } = endpoint
  if (endpoint.answersRedirect) return { 303: redirect }
  if (answersFile) return describeFile(answersFile)
  if (endpoint.answersStream)
    return { 200: describeStream(schemas.describe(response, 'output')) }
  const name = shared.get(response)
  return {
    200: name
      ? { $ref: `#/components/responses/${name}` }
      : describeJson(schemas, response, hasTag(endpoint)),
    ...(takesIfNoneMatch && { 304: unchanged }),
  }
}

/** The responses in JSON that several calls return and that have a name. */
export function findSharedResponses(
  endpoints: readonly Endpoint[],
): SharedResponses {
  const shared = new Map<ZodType, string>()
  const seen = new Set<ZodType>()
  for (const { response } of endpoints.filter(isSharable)) {
    const name = z.globalRegistry.get(response)?.id
    if (name && seen.has(response)) shared.set(response, name)
    seen.add(response)
  }
  return shared
}

/** Whether the schema of a response says all of it. */
const isSharable = (endpoint: Endpoint) =>
  !endpoint.answersFile &&
  !endpoint.answersStream &&
  hasTag(endpoint) === hasVersion(endpoint.response)

export const describeSharedResponses = (
  shared: SharedResponses,
  schemas: Schemas,
) =>
  Object.fromEntries(
    [...shared].map(([schema, name]) => [
      name,
      describeJson(schemas, schema, hasVersion(schema)),
    ]),
  )

const describeJson = (schemas: Schemas, schema: ZodType, withTag: boolean) => ({
  description: 'Done',
  ...(withTag && {
    headers: { ETag: { $ref: '#/components/headers/ETag' } },
  }),
  content: {
    'application/json': { schema: schemas.describe(schema, 'output') },
  },
})

const hasVersion = (schema: ZodType) =>
  schema instanceof ZodObject &&
  versionNames.some((name) => name in schema.shape)

const hasTag = ({ takesIfNoneMatch, response }: Endpoint) =>
  takesIfNoneMatch === true || hasVersion(response)

const unchanged = { description: 'The caller’s copy is current' }

const redirect = {
  description: 'Redirects the browser to another address',
  headers: {
    Location: { schema: { type: 'string', format: 'uri-reference' } },
  },
}

function describeFile({
  types,
  takesRange,
}: NonNullable<Endpoint['answersFile']>) {
  const file = {
    description: 'The file',
    headers: { 'Content-Disposition': { schema: { type: 'string' } } },
    content: Object.fromEntries(
      types.map((type) => [
        type,
        { schema: { ...bytes, contentMediaType: type } },
      ]),
    ),
  }
  const part = { ...file, description: 'The requested range of the file' }
  return { 200: file, ...(takesRange && { 206: part }) }
}

const describeStream = (schema: object) => ({
  description: 'The events',
  content: { 'text/event-stream': { schema } },
})
