import {
  type Endpoint,
  takesIdempotencyKey,
} from '@portal/contract/lib/endpoint'
import type { ZodType } from 'zod'
import { parameterTexts } from './parameter-texts.ts'
import type { JsonSchema, Schemas } from './schemas.ts'

/** The parameters of a call: of its path and query, and its headers. */
export const describeParameters = (endpoint: Endpoint, schemas: Schemas) => [
  ...describeProperties(schemas, 'path', endpoint.params),
  ...describeProperties(schemas, 'query', endpoint.query),
  ...listHeaders(endpoint).map((name) => ({
    $ref: `#/components/parameters/${name}`,
  })),
]

function describeProperties(
  schemas: Schemas,
  place: 'path' | 'query',
  schema: ZodType | undefined,
) {
  if (!schema) return []
  const { properties = {}, required = [] } = schemas.describeProperties(schema)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...describeParameter(name, property),
  }))
}

/** The sentence of a parameter, with the allowed values of a list. */
function describeParameter(
  name: string,
  { description, ...schema }: JsonSchema,
) {
  const text = parameterTexts[name]
  return {
    description: [text, description].filter(Boolean).join('. '),
    schema,
  }
}

const header = (name: string, description: string, pattern?: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...(pattern && { pattern }) },
})

/** The headers that some calls take. */
export const headerParameters = {
  IfMatch: header(
    'If-Match',
    'The ETag that the caller last saw. Returns 412 if the resource has changed since then',
  ),
  IfNoneMatch: header(
    'If-None-Match',
    'The ETag of the caller’s copy. Returns 304 if nothing has changed',
  ),
  IdempotencyKey: {
    ...header(
      'Idempotency-Key',
      'A retry with the same key within 24 hours changes nothing and returns the result as it is now',
    ),
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  },
  LastEventId: header(
    'Last-Event-ID',
    'The id of the last event that the caller received',
  ),
  Range: header('Range', 'The requested byte range of the file', '^bytes='),
}
type HeaderName = keyof typeof headerParameters

/** The header parameters of a call, by their names in `headerParameters`. */
export function listHeaders(endpoint: Endpoint): HeaderName[] {
  const names: HeaderName[] = []
  if (endpoint.takesIfMatch) names.push('IfMatch')
  if (endpoint.takesIfNoneMatch) names.push('IfNoneMatch')
  if (takesIdempotencyKey(endpoint)) names.push('IdempotencyKey')
  if (endpoint.answersFile?.takesRange) names.push('Range')
  if (endpoint.answersStream) names.push('LastEventId')
  return names
}
