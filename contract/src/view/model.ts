import { z } from 'zod'
import { choice, flag, name, text } from '../lib/fields.ts'
import { keysOf } from '../lib/typed.ts'
import { SlvListQuery } from '../slv/list-query.ts'
import { TdocListQuery } from '../tdoc/list-query.ts'

export const viewLists = ['SLV', 'TDOC'] as const
export const ViewList = choice(viewLists)
export type ViewList = z.infer<typeof ViewList>

export const mostViews = 50
/** A view's count stops here. */
export const mostCounted = 1_000
const longestSearch = 4_000

/** The search parameters of the list's page, without its page. */
export type ViewSearch = Record<string, string>

const queries = { SLV: SlvListQuery, TDOC: TdocListQuery }
const shapes = { SLV: SlvListQuery.shape, TDOC: TdocListQuery.shape } satisfies Record<ViewList, z.ZodRawShape>

/** The parameters of a view that its list doesn't have, or whose value it refuses. */
export const wrongParameters = (list: ViewList, search: ViewSearch): string[] =>
  keysOf(search).filter((key) => {
    const shape: Partial<Record<string, z.core.$ZodType>> = shapes[list]
    const schema = shape[key]
    return schema === undefined || key === 'page' || !z.safeParse(schema, search[key]).success
  })

/** The query that finds what a view shows. The tab ALL of Tdocs is no value of the query. */
export const slvQueryOf = (search: ViewSearch) => queries.SLV.parse(search)
export const tdocQueryOf = (search: ViewSearch) =>
  queries.TDOC.parse(Object.fromEntries(Object.entries(search).filter(([, value]) => value !== 'ALL')))

/** The views of SLVs that staff have from the start, each in their first list. */
export const starterViews: readonly { id: string; name: string; search: ViewSearch }[] = [
  { id: '00000000-0000-4000-8000-000000000001', name: 'Overdue', search: { due: 'OVERDUE' } },
  { id: '00000000-0000-4000-8000-000000000002', name: 'Due today', search: { due: 'TODAY' } },
  { id: '00000000-0000-4000-8000-000000000003', name: 'Waiting on seller', search: { status: 'PENDING_DOCUMENTS' } },
]

const viewName = name(60, 1)
const Search = z.record(z.string().max(40), text(2_000))
const columns = z.array(text(40, 1)).max(60)

/** The length of the search as `URLSearchParams` escapes it, which browsers and Node have and the contract doesn't. */
const addressLength = (search: ViewSearch) =>
  encodeURIComponent(Object.entries(search).join()).replaceAll(/[!'()~]/g, '%00').length

/** Names each parameter that the list doesn't take. */
const checkSearch = ({ list, search }: { list: ViewList; search: ViewSearch }, ctx: z.RefinementCtx) => {
  const wrong = wrongParameters(list, search)
  for (const key of wrong)
    ctx.addIssue({ code: 'custom', path: ['search', key], message: 'This list has no such filter or value' })
  if (wrong.length === 0 && addressLength(search) > longestSearch)
    ctx.addIssue({ code: 'custom', path: ['search'], message: 'Too many filters' })
}

export const ViewForm = z
  .object({ list: ViewList, name: viewName, search: Search, columns: columns.nullable().default(null), isShared: flag })
  .superRefine(checkSearch)
export type ViewForm = z.infer<typeof ViewForm>

/** A change of a view; an absent field stays as it is. A new search is checked for the view's list. */
export const ViewChange = z
  .object({ name: viewName, search: Search, columns: columns.nullable(), isShared: flag })
  .partial()
export type ViewChange = z.infer<typeof ViewChange>

/** A saved view of a list: its filters, order and columns. */
export const SavedView = z.object({
  id: z.uuid(),
  list: ViewList,
  name: z.string(),
  /** Only what the list still has. */
  search: z.record(z.string(), z.string()),
  columns: z.array(z.string()).nullable(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  ownerName: z.string(),
  /** Parameters that the list no longer has, or that the caller can't filter by. */
  dropped: z.array(z.string()),
  /** How many rows the caller sees in it; null if it isn't counted. */
  count: z.number().int().nullable(),
  isCountCut: z.boolean(),
})
export type SavedView = z.infer<typeof SavedView>
