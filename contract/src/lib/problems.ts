import type { z } from 'zod'
import type { Problem } from './errors.ts'
import { invalidDate, notAChoice, required } from './fields.ts'

const bound = (value: number | bigint, origin: string) => {
  if (origin === 'string') return `${value} characters`
  return origin === 'array' || origin === 'set' ? `${value} items` : value.toLocaleString('en-US')
}

const formats: Record<string, string> = {
  uuid: 'Not an id',
  email: 'Invalid e-mail address',
  datetime: invalidDate,
  date: invalidDate,
}

const types: Record<string, string> = {
  string: 'Not a text',
  number: 'Not a number',
  int: 'Whole numbers only',
  boolean: 'Not true or false',
  array: 'Not a list',
  object: 'Not an object',
  record: 'Not an object',
}

/** One sentence for an issue whose schema has none of its own. */
export function explain(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null) return required
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? 'Not valid'
    case 'invalid_value':
      return notAChoice
    case 'invalid_format':
      return formats[issue.format] ?? 'Not valid'
    case 'too_small':
      return `No less than ${bound(issue.minimum, issue.origin)}`
    case 'too_big':
      return `No more than ${bound(issue.maximum, issue.origin)}`
    default:
      return 'Not valid'
  }
}

/** The first problem of each field: the others are mostly consequences of it. */
export function problemsOf(issues: readonly z.core.$ZodIssue[]): Problem[] {
  const first = new Map<string, string>()
  for (const { path, message } of issues) {
    const field = path.join('.')
    if (!first.has(field)) first.set(field, message)
  }
  return [...first].map(([field, error]) => ({ field, error }))
}
