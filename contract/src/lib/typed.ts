import { type ZodNullable, type ZodOptional, type ZodType, z } from 'zod'

/** The typed keys of a table that has no others. */
export const getKeys = <T extends object>(table: T) =>
  Object.keys(table) as [
    Extract<keyof T, string>,
    ...Extract<keyof T, string>[],
  ]

/** Type guard for values in a list. */
export const isOneOf = <T extends string>(
  list: readonly T[],
  value: string,
): value is T => (list as readonly string[]).includes(value)

/** The object with only those of its keys that pass. */
export const keep = <T extends object>(
  object: T,
  passes: (key: string) => boolean,
) =>
  Object.fromEntries(
    Object.entries(object).filter(([key]) => passes(key)),
  ) as Partial<T>

/** The object with only these of its keys. */
export const pick = <T extends object, K extends keyof T>(
  object: T,
  keys: readonly K[],
) => Object.fromEntries(keys.map((key) => [key, object[key]])) as Pick<T, K>

/** A table of these keys. */
export const toRecord = <K extends string, V>(
  keys: readonly K[],
  value: (key: K) => V,
) => Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>

/** `input` is the schema for changes, if it differs from `schema`. */
type Fields = Record<string, { schema: ZodType; input?: ZodType }>

/** The shape of an object with the schemas of these fields. */
export const toShape = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, { schema }]) => [key, schema]),
  ) as {
    [K in keyof F]: F[K]['schema']
  }

/** Empty text is parsed as null. */
export const emptyAsNull = <S extends ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? null : value), schema) as unknown as S

/** The shape of an object in which each of these fields may be null. */
export const nullableShape = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, { schema }]) => [key, schema.nullable()]),
  ) as {
    [K in keyof F]: ZodNullable<F[K]['schema']>
  }

/** The shape for changes: empty text is null, and every field is optional. */
export const patchShape = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, { schema, input = schema }]) => [
      key,
      emptyAsNull(input.nullable()).optional(),
    ]),
  ) as unknown as { [K in keyof F]: ZodOptional<ZodNullable<F[K]['schema']>> }
