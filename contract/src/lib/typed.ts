import type { ZodNullable, ZodType } from 'zod'

/** The keys of a table, typed and in its order. For tables written out as such, which hold no other keys. */
export const keysOf = <T extends object>(table: T) =>
  Object.keys(table) as [Extract<keyof T, string>, ...Extract<keyof T, string>[]]

/** Whether the value is in the list; says so to the compiler. */
export const isOneOf = <T extends string>(list: readonly T[], value: string): value is T =>
  (list as readonly string[]).includes(value)

/** The object with only those of its keys that pass. */
export const keep = <T extends object>(object: T, passes: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => passes(key))) as Partial<T>

/** A table of the same keys, each worked out from its key. */
export const tableOf = <K extends string, V>(keys: readonly K[], value: (key: K) => V) =>
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>

type Fields = Record<string, { schema: ZodType }>

/** The shape of an object in which each of these fields may be null. */
export const nullableShape = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, schema.nullable()])) as {
    [K in keyof F]: ZodNullable<F[K]['schema']>
  }
