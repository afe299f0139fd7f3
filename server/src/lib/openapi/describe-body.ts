import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '@portal/contract/lib/endpoint'
import { z } from 'zod'
import { bodyExamples } from './examples.ts'
import { nameOperation } from './name-operation.ts'
import type { Schemas } from './schemas.ts'

/** Any bytes, in JSON Schema. */
export const bytes = {
  type: 'string',
  contentMediaType: 'application/octet-stream',
} as const

const oneFile = {
  type: 'object',
  properties: { file: { ...bytes, description: 'The file with its name' } },
  required: ['file'],
} as const

/** A body with nothing in it: callers can leave it out. */
const nothing = z.object({}).nullish()

/** The body of a call; undefined if there is nothing to send. */
export function describeBody(endpoint: Endpoint, schemas: Schemas) {
  const { takesFile, takesForm, body } = endpoint
  if (takesFile)
    return {
      required: true,
      content: { 'multipart/form-data': { schema: oneFile } },
    }
  if (!body) return undefined
  const required = !body.safeParse(undefined).success
  const schema = schemas.describe(body, 'input')
  if (isDeepStrictEqual(schema, schemas.describe(nothing, 'input')))
    return undefined
  const example = bodyExamples[nameOperation(endpoint)]
  return {
    required,
    content: {
      ...(takesForm && { 'application/x-www-form-urlencoded': { schema } }),
      'application/json': { schema, ...(example && { example }) },
    },
  }
}
