import { serializerCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'

/** What a value looks like once it is cut to its schema; `other` when it is not of the schema's types. */
type Cut = (value: unknown) => unknown
const other = Symbol('not of these types')

const leaf =
  (isOne: (value: unknown) => boolean): Cut =>
  (value) =>
    isOne(value) ? value : other

const text = leaf((value) => typeof value === 'string')
const figure = leaf((value) => Number.isFinite(value))
const flag = leaf((value) => typeof value === 'boolean')
const oneOf = (values: Iterable<unknown>): Cut => {
  const known = new Set(values)
  return leaf((value) => known.has(value))
}

const orElse =
  (empty: null | undefined, cut: Cut): Cut =>
  (value) =>
    value === empty ? empty : cut(value)

const each =
  (cut: Cut): Cut =>
  (value) => {
    if (!Array.isArray(value)) return other
    const items = new Array(value.length)
    for (let index = 0; index < value.length; index++) {
      const item = cut(value[index])
      if (item === other) return other
      items[index] = item
    }
    return items
  }

type Field = { name: string; cut: Cut }

const named =
  (fields: readonly Field[]): Cut =>
  (value) => {
    if (typeof value !== 'object' || value === null) return other
    const whole = value as Record<string, unknown>
    const shown: Record<string, unknown> = {}
    for (const { name, cut } of fields) {
      const part = cut(whole[name])
      if (part === other) return other
      if (part !== undefined) shown[name] = part
    }
    return shown
  }

/** The cut of a schema that is made of plain parts; undefined for one that has another: only zod knows what that does. */
function cutOf(schema: z.core.$ZodType): Cut | undefined {
  if (schema instanceof z.core.$ZodObject) {
    const { shape, catchall } = schema._zod.def
    const fields = Object.entries(shape).map(([name, part]) => ({ name, cut: cutOf(part) }))
    return catchall === undefined && fields.every((field): field is Field => field.cut !== undefined)
      ? named(fields)
      : undefined
  }
  if (schema instanceof z.core.$ZodArray) return within(schema._zod.def.element, each)
  if (schema instanceof z.core.$ZodNullable) return within(schema._zod.def.innerType, (cut) => orElse(null, cut))
  if (schema instanceof z.core.$ZodOptional) return within(schema._zod.def.innerType, (cut) => orElse(undefined, cut))
  if (schema instanceof z.core.$ZodDefault) {
    const { innerType, defaultValue } = schema._zod.def
    return within(innerType, (cut) => (value) => cut(value === undefined ? defaultValue : value))
  }
  // What comes out of a pipe is what its end says, whatever went in.
  if (schema instanceof z.core.$ZodPipe) return cutOf(schema._zod.def.out)
  if (schema instanceof z.core.$ZodEnum) return oneOf(Object.values(schema._zod.def.entries))
  if (schema instanceof z.core.$ZodLiteral) return oneOf(schema._zod.def.values)
  if (schema instanceof z.core.$ZodString) return text
  if (schema instanceof z.core.$ZodNumber) return figure
  if (schema instanceof z.core.$ZodBoolean) return flag
  return undefined
}

const within = (schema: z.core.$ZodType, wrap: (cut: Cut) => Cut): Cut | undefined => {
  const cut = cutOf(schema)
  return cut && wrap(cut)
}

/**
 * Writes an answer by its response schema, for Fastify. As zod would, it lets out what the schema names and nothing
 * else, and refuses what is not of the schema's types or lacks what must be there; it spares the patterns and bounds of
 * values (that an id is a UUID), which were checked when they came in. Measured: 25 rows of the list in a third of
 * zod's time. What it cannot judge, zod does.
 */
export const answerCompiler: typeof serializerCompiler = (route) => {
  const byZod = serializerCompiler(route)
  // Compiled with the first answer, which makes starting faster.
  let cut: Cut | null | undefined
  return (answer) => {
    cut ??= (route.schema instanceof z.core.$ZodType && cutOf(route.schema)) || null
    const shown = cut ? cut(answer) : other
    return shown === other || shown === undefined ? byZod(answer) : JSON.stringify(shown)
  }
}
