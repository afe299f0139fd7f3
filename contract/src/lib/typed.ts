import { type ZodNullable, type ZodOptional, type ZodType, z } from 'zod'

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

/** The schema, with empty text taken for null: an unanswered field. */
export const emptyAsNull = <S extends ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? null : value), schema) as unknown as S

/** The shape of an object in which each of these fields may be null. */
export const nullableShape = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, schema.nullable()])) as {
    [K in keyof F]: ZodNullable<F[K]['schema']>
  }

/** The same shape for what comes in: empty text is null there, and every field may be left out. */
export const patchShape = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, { schema }]) => [key, emptyAsNull(schema.nullable()).optional()]),
  ) as unknown as { [K in keyof F]: ZodOptional<ZodNullable<F[K]['schema']>> }
