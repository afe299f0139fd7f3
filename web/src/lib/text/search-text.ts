import * as searchForms from '@portal/contract/lib/normalize-for-search'
import { type ZodType, z } from 'zod'

/**
 * Whether a text contains what a person types to find it: without regard to
 * case, accents, hyphens and spaces.
 */
export const isFoundBy = searchForms.isFoundBy

/**
 * The part of the address after '?', as flat texts: no JSON, no quotes, so that
 * people can read and edit it.
 */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))

/** The reverse, without empty values (spec.md §5). Callers join lists first. */
export const stringifySearch = (search: Record<string, unknown>): string => {
  const entries = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  if (entries.length === 0) return ''
  const escaped = new URLSearchParams(
    entries.map(([name, value]) => [name, String(value)]),
  ).toString()
  // Commas and exclamation marks join lists; they and slashes need no escape in
  // a query and read better without.
  const text = escaped
    .replaceAll('%2C', ',')
    .replaceAll('%21', '!')
    .replaceAll('%2F', '/')
  return `?${text}`
}

/**
 * Values of a list as an address and a call write them; nothing for an empty
 * list.
 */
export const joinValues = (values: readonly string[], separator = ',') =>
  values.join(separator) || undefined

/** The longest text that the server searches for. */
export const maxSearched = 100

/**
 * Search words in the address, cut to the server's limit: beyond it the list
 * would show everything.
 */
export const SearchWords = z
  .string()
  .transform(
    (words) =>
      words.replaceAll('\0', '').trim().slice(0, maxSearched).toWellFormed() ||
      undefined,
  )
  .optional()
  .catch(undefined)

/**
 * A value in the address that the contract allows, unparsed; other values are
 * ignored.
 */
export const kept = (schema: ZodType<unknown, string | undefined>) =>
  z
    .string()
    .refine((value) => value !== '' && schema.safeParse(value).success)
    .optional()
    .catch(undefined)

/** The contract's limit of values in a list. */
const maxValues = 200

/**
 * The values of a list in the address that the contract allows; others are
 * dropped.
 */
export const keepValid = (
  schema: ZodType<unknown, string | undefined>,
  separator: ',' | '!' = ',',
) =>
  z
    .string()
    .transform((list) =>
      list
        .split(separator)
        .filter((value) => value !== '' && schema.safeParse(value).success),
    )
    .transform(
      (known) => known.slice(0, maxValues).join(separator) || undefined,
    )
    .optional()
    .catch(undefined)

/** A number in the address; others and those out of range are ignored. */
export const whole = (least: number, most: number) =>
  z.coerce.number().int().min(least).max(most).optional().catch(undefined)
