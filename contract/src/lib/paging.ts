import { type ZodType, z } from 'zod'
import { text } from './fields.ts'

/** One-based (spec.md §9). */
export const Paging = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  size: z.coerce.number().int().min(1).max(100).default(25),
})

/** People lists are loaded as a whole, so a page has up to 999 (spec.md §6). */
export const PeoplePaging = z.object({
  search: text(100).default(''),
  page: Paging.shape.page,
  size: z.coerce.number().int().min(1).max(999).default(999),
})

export const createPageSchema = <T extends ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    total: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
  })

/** A page of what changed, in the order of the changes. */
export const ChangesQuery = z.object({
  updatedSince: z
    .string()
    .max(200)
    .optional()
    .describe(
      'The `next` of the last response. Without it, everything that the caller can see',
    ),
  size: z.coerce.number().int().min(1).max(500).default(100),
})
export type ChangesQuery = z.infer<typeof ChangesQuery>

export const createChangesSchema = <T extends ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    next: z
      .string()
      .describe('The `updatedSince` of the next call; store it with the items'),
    hasMore: z.boolean().describe('Whether more can be read now'),
  })

/** How many rows a list's workbook would have, and the limit. */
export const DownloadCheck = z.object({
  count: z.number().int(),
  most: z.number().int(),
})
export type DownloadCheck = z.infer<typeof DownloadCheck>

/** A boolean query parameter. */
export const yes = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')

const separatorNames = { ',': 'commas', '!': 'exclamation points' }

const describeJoined = (item: ZodType, separator: ',' | '!') => {
  const values = item instanceof z.ZodEnum ? `: ${item.options.join(', ')}` : ''
  return `One or more, separated by ${separatorNames[separator]}${values}`
}

/**
 * A list in a query, joined with ',' or, for names with commas, '!' (spec.md
 * §5).
 */
export const joined = <T extends ZodType<unknown, string>>(
  item: T,
  separator: ',' | '!' = ',',
) =>
  z
    .string()
    .describe(describeJoined(item, separator))
    .transform((text) => text.split(separator).filter((part) => part !== ''))
    .pipe(z.array(item).max(200))
    .optional()
