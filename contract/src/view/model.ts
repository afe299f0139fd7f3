import { z } from 'zod'
import { choice, flag, name, text } from '../lib/fields.ts'

export const viewLists = ['SLV', 'TDOC'] as const
export const ViewList = choice(viewLists)
export type ViewList = z.infer<typeof ViewList>

/** The height of the rows. */
const Density = choice(['COMFORTABLE', 'COMPACT'])

export const maxViews = 50
/** The highest count shown for a view. */
export const maxCounted = 1_000

/** The search parameters of the list's page, without its page. */
export type ViewSearch = Record<string, string>

/**
 * The SLV views that staff start with; each opens their first list. Their names
 * say that they don't count the department.
 */
export const starterViews: readonly {
  id: string
  name: string
  search: ViewSearch
}[] = [
  {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'My overdue SLVs',
    search: { due: 'OVERDUE' },
  },
  {
    id: '00000000-0000-4000-8000-000000000002',
    name: 'My SLVs due today',
    search: { due: 'TODAY' },
  },
  {
    id: '00000000-0000-4000-8000-000000000003',
    name: 'My SLVs with sellers',
    search: { status: 'PENDING_DOCUMENTS' },
  },
]

const viewName = name(60, 1)
const Search = z.record(z.string().max(40), text(2_000))
const columns = z.array(text(40, 1)).max(60)

/**
 * The server checks the search with the schema of the list
 * (server/src/view/check-search.ts).
 */
export const ViewForm = z.object({
  list: ViewList,
  name: viewName,
  search: Search,
  isShared: flag,
  columns: columns.nullable().default(null),
  density: Density.default('COMFORTABLE'),
})
export type ViewForm = z.infer<typeof ViewForm>

/**
 * A change of a view; an absent field stays as it is. A new search is checked
 * for the view's list.
 */
export const ViewChange = z
  .object({
    name: viewName,
    search: Search,
    columns: columns.nullable(),
    density: Density,
    isShared: flag,
  })
  .partial()
export type ViewChange = z.infer<typeof ViewChange>

/** A saved view of a list: its filters, order, columns and row height. */
export const SavedView = z.object({
  id: z.uuid(),
  list: ViewList,
  name: z.string(),
  /** Without `dropped`. */
  search: z.record(z.string(), z.string()),
  columns: z.array(z.string()).nullable(),
  density: Density,
  isShared: z.boolean(),
  isOwn: z.boolean(),
  ownerName: z.string(),
  dropped: z
    .array(z.string())
    .describe('Parameters that the list no longer has'),
  count: z
    .number()
    .int()
    .nullable()
    .describe("How many rows the caller sees in it; null if it isn't counted"),
  isCountCut: z.boolean(),
})
export type SavedView = z.infer<typeof SavedView>
