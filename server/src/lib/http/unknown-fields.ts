import type { Problem } from '@portal/contract/lib/errors'
import { closest, distance } from 'fastest-levenshtein'
import { z } from 'zod'

/** Limits for the names that a response repeats. */
const maxProblems = 20
const maxCharacters = 60
/**
 * A name that differs in more letters than this is unlikely to be a
 * misspelling.
 */
const maxDifferences = 3

/**
 * The fields of `data` that its schema doesn't name, at any depth, each with
 * the nearest known name. Zod drops such fields silently, so a misspelled
 * filter would list everything.
 */
export function findUnknownFields(
  schema: z.core.$ZodType,
  data: unknown,
): Problem[] {
  const problems: Problem[] = []
  for (const problem of unknownFields(schema, data, [])) {
    problems.push(problem)
    if (problems.length === maxProblems) break
  }
  return problems
}

type Path = readonly (string | number)[]

function* unknownFields(
  schema: z.core.$ZodType,
  data: unknown,
  path: Path,
): Generator<Problem> {
  if (typeof data !== 'object' || data === null) return
  if (schema instanceof z.ZodObject) yield* unknownInObject(schema, data, path)
  else if (schema instanceof z.ZodArray)
    yield* unknownInList(schema.element, data, path)
  else if (schema instanceof z.ZodRecord)
    yield* unknownInValues(schema.valueType, data, path)
  else if (schema instanceof z.ZodUnion)
    yield* unknownFields(matchingOption(schema, data), data, path)
  else if (schema instanceof z.ZodPipe)
    yield* unknownFields(getInput(schema), data, path)
  else if (isWrapper(schema))
    yield* unknownFields(schema.def.innerType, data, path)
}

function* unknownInObject(
  schema: z.ZodObject,
  data: object,
  path: Path,
): Generator<Problem> {
  const isOpen = schema.def.catchall !== undefined
  for (const [name, value] of Object.entries(data)) {
    const field = Object.hasOwn(schema.shape, name)
      ? schema.shape[name]
      : undefined
    if (field) yield* unknownFields(field, value, [...path, name])
    else if (!isOpen)
      yield describeUnknown(name, Object.keys(schema.shape), path)
  }
}

function* unknownInList(
  element: z.core.$ZodType,
  data: object,
  path: Path,
): Generator<Problem> {
  if (!Array.isArray(data)) return
  for (const [index, item] of data.entries())
    yield* unknownFields(element, item, [...path, index])
}

function* unknownInValues(
  value: z.core.$ZodType,
  data: object,
  path: Path,
): Generator<Problem> {
  for (const [name, item] of Object.entries(data))
    yield* unknownFields(value, item, [...path, name])
}

/**
 * The union option that accepts the data; if none does, the first one, which
 * then reports the error.
 */
function matchingOption(schema: z.ZodUnion, data: object): z.core.$ZodType {
  const options: readonly z.core.$ZodType[] = schema.options
  const [first = z.unknown()] = options
  return options.find((option) => z.safeParse(option, data).success) ?? first
}

/**
 * A `preprocess` schema starts with a function; its second part describes the
 * output.
 */
const getInput = ({ def }: z.ZodPipe): z.core.$ZodType =>
  def.in instanceof z.ZodTransform ? def.out : def.in

type Wrapper =
  | z.ZodOptional
  | z.ZodNullable
  | z.ZodDefault
  | z.ZodPrefault
  | z.ZodReadonly
const isWrapper = (schema: z.core.$ZodType): schema is Wrapper =>
  schema instanceof z.ZodOptional ||
  schema instanceof z.ZodNullable ||
  schema instanceof z.ZodDefault ||
  schema instanceof z.ZodPrefault ||
  schema instanceof z.ZodReadonly

function describeUnknown(
  name: string,
  known: readonly string[],
  path: Path,
): Problem {
  const shown = name.slice(0, maxCharacters)
  const nearest = known.length > 0 ? closest(shown, known) : undefined
  const isLikely =
    nearest !== undefined &&
    distance(shown.toLowerCase(), nearest.toLowerCase()) <= maxDifferences
  return {
    field: [...path, shown].join('.'),
    error: isLikely
      ? `Unknown field. Did you mean ${nearest}?`
      : `Unknown field${listKnown(known)}`,
  }
}

function listKnown(known: readonly string[]): string {
  if (known.length === 0) return '. None is allowed here.'
  return known.length <= 8 ? `. Known fields: ${known.join(', ')}.` : '.'
}
