import type { z } from 'zod'
import type { Problem } from './errors.ts'
import { describeChoices, invalidDate, required } from './fields.ts'

const bound = (value: number | bigint, origin: string) => {
  if (origin === 'string') return `${value} characters`
  return origin === 'array' || origin === 'set'
    ? `${value} items`
    : value.toLocaleString('en-US')
}

const formats: Record<string, string> = {
  uuid: 'Not a valid ID',
  email: 'Invalid email address',
  datetime: invalidDate,
  date: invalidDate,
}

const types: Record<string, string> = {
  string: 'Must be text',
  number: 'Must be a number',
  int: 'Whole numbers only',
  boolean: 'Must be true or false',
  array: 'Must be a list',
  object: 'Must be an object',
  record: 'Must be an object',
}

/** Default message for an issue whose schema has none. */
export function explain(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null) return required
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? 'Invalid value'
    case 'invalid_value':
      // An empty choice of a form is a missing one.
      if (issue.input === '') return required
      // Not the dozen words that it accepts for true and false.
      if (issue.expected === 'stringbool') return 'Must be true or false'
      return describeChoices(issue.values)
    case 'invalid_format':
      return formats[issue.format] ?? 'Invalid value'
    case 'too_small':
      return `No less than ${bound(issue.minimum, issue.origin)}`
    case 'too_big':
      return `No more than ${bound(issue.maximum, issue.origin)}`
    default:
      return 'Invalid value'
  }
}

/** The first problem of each field; the rest usually follow from it. */
export function toProblems(issues: readonly z.core.$ZodIssue[]): Problem[] {
  const first = new Map<string, string>()
  for (const { path, message } of issues) {
    const field = path.join('.')
    if (!first.has(field)) first.set(field, message)
  }
  return [...first].map(([field, error]) => ({ field, error }))
}

/** The problems of a body, as the server names them; none if it is valid. */
export function findProblems(schema: z.ZodType, body: unknown): Problem[] {
  const { error } = schema.safeParse(body, { error: explain })
  return toProblems(error?.issues ?? [])
}
