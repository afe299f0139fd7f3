import type { Problem } from '@portal/contract/lib/errors'
import { explain, problemsOf } from '@portal/contract/lib/problems'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'

/** The request does not match its schema. */
export class InvalidInput extends Error {
  readonly problems: Problem[]

  constructor(problems: Problem[]) {
    super('The request does not match its schema')
    this.problems = problems
  }
}

/** Parses requests with the contract's schemas, for Fastify. */
export const validatorCompiler: FastifySchemaCompiler<z.core.$ZodType> =
  ({ schema }) =>
  (data) => {
    const parsed = z.safeParse(schema, data, { error: explain })
    return parsed.success ? { value: parsed.data } : { error: new InvalidInput(problemsOf(parsed.error.issues)) }
  }

/**
 * Writes responses by the contract's schemas, for Fastify: fields that a schema doesn't name are left out, defaults are
 * filled in, and anything else that doesn't match throws.
 */
export const serializerCompiler: FastifySerializerCompiler<z.core.$ZodType> =
  ({ schema }) =>
  (response) =>
    JSON.stringify(z.parse(schema, response))
