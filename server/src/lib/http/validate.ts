import type { Problem } from '@portal/contract/lib/errors'
import { explain, problemsOf } from '@portal/contract/lib/problems'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'

export class InvalidInput extends Error {
  readonly problems: Problem[]

  constructor(problems: Problem[]) {
    super('The request does not match its schema')
    this.problems = problems
  }
}

export const validatorCompiler: FastifySchemaCompiler<z.core.$ZodType> =
  ({ schema }) =>
  (data) => {
    const parsed = z.safeParse(schema, data, { error: explain })
    return parsed.success ? { value: parsed.data } : { error: new InvalidInput(problemsOf(parsed.error.issues)) }
  }

/**
 * Serializes responses by the contract's schemas: unknown fields are dropped, defaults filled in, and anything else
 * that doesn't match throws.
 */
export const serializerCompiler: FastifySerializerCompiler<z.core.$ZodType> =
  ({ schema }) =>
  (response) =>
    JSON.stringify(z.parse(schema, response))
