import { type ZodType, z } from 'zod'

/** The part of the address after '?', as flat texts: no JSON, no quotes, so that people can read and edit it. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

/** The way back; what is empty is left out (spec.md §5). Lists are joined before they come here. */
export const stringifySearch = (search: Record<string, unknown>): string => {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  // Commas and exclamation marks join lists; they need no escape in a query and read better without.
  return text === '' ? '' : `?${text.replaceAll('%2C', ',').replaceAll('%21', '!').replaceAll('%2F', '/')}`
}

/** As much as the server reads of what is searched for. */
export const mostSearched = 100

/** What is searched for, out of the address: more than the server reads is cut, or the list would show everything. */
export const SearchWords = z
  .string()
  .transform((words) => words.replaceAll('\0', '').trim().slice(0, mostSearched).toWellFormed() || undefined)
  .optional()
  .catch(undefined)

/** A value of the address stays as it is written when the contract reads it; anything else is as if it were not there. */
export const kept = (schema: ZodType<unknown, string | undefined>) =>
  z
    .string()
    .refine((value) => value !== '' && schema.safeParse(value).success)
    .optional()
    .catch(undefined)

/** The most values that a list of the address may hold, as the contract has it. */
const mostValues = 200

/** Of a list in the address those values that the contract reads: one that it does not know takes no other along. */
export const keptOf = (schema: ZodType<unknown, string | undefined>, separator: ',' | '!' = ',') =>
  z
    .string()
    .transform((list) => list.split(separator).filter((value) => value !== '' && schema.safeParse(value).success))
    .transform((known) => known.slice(0, mostValues).join(separator) || undefined)
    .optional()
    .catch(undefined)

/** A number of the address; one that is none, or beyond its limits, is as if it were not there. */
export const whole = (least: number, most: number) =>
  z.coerce.number().int().min(least).max(most).optional().catch(undefined)
