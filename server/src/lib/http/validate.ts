import type { Problem } from '@portal/contract/lib/errors'
import { explain, toProblems } from '@portal/contract/lib/problems'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'
import { findUnknownFields } from './unknown-fields.ts'

export class InvalidInput extends Error {
  readonly problems: Problem[]

  constructor(problems: Problem[]) {
    super('The request does not match its schema')
    this.problems = problems
  }
}

/**
 * Checks requests by the contract's schemas. A field that the schema doesn't
 * name is an error, never ignored, except in a loose object: other systems may
 * send more than the portal knows.
 */
export const validatorCompiler: FastifySchemaCompiler<z.core.$ZodType> =
  ({ schema }) =>
  (data) => {
    const parsed = z.safeParse(schema, data, { error: explain })
    const problems = [
      ...(parsed.success ? [] : toProblems(parsed.error.issues)),
      ...findUnknownFields(schema, data),
    ]
    return problems.length === 0
      ? { value: parsed.data }
      : { error: new InvalidInput(problems) }
  }

/**
 * Serializes responses by the contract's schemas: unknown fields are dropped,
 * defaults filled in, and anything else that doesn't match throws.
 */
export const serializerCompiler: FastifySerializerCompiler<z.core.$ZodType> =
  ({ schema }) =>
  (response) =>
    JSON.stringify(z.parse(schema, response))
