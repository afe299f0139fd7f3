import { SlvFilter, SortKey } from '@portal/contract/slv/list-query'
import { DepartmentTableMode, TableMode } from '@portal/contract/slv/table-mode'
import { Timeframe } from '@portal/contract/slv/timeframe'
import { z } from 'zod'
import { kept, keptOf, SearchWords, whole } from '../../../lib/search-text.ts'

const { shape } = SlvFilter

/** What the address of a list holds (spec.md §2, §5): what is left out is the default. Lists are joined as on the wire. */
export const ListSearch = z.object({
  tableMode: TableMode.optional().catch(undefined),
  departmentTableMode: DepartmentTableMode.optional().catch(undefined),
  search: SearchWords,
  status: keptOf(shape.status),
  sellers: keptOf(shape.sellers, '!'),
  bdds: keptOf(shape.bdds),
  underwriterIds: keptOf(shape.underwriterIds),
  productCodes: keptOf(shape.productCodes),
  type: keptOf(shape.type),
  timeframe: Timeframe.optional().catch(undefined),
  from: kept(shape.from),
  to: kept(shape.to),
  states: keptOf(shape.states),
  occupancies: keptOf(shape.occupancies),
  reasons: keptOf(shape.reasons),
  has: keptOf(shape.has),
  overdue: z.literal('true').optional().catch(undefined),
  sortBy: SortKey.optional().catch(undefined),
  sortType: z.enum(['asc', 'desc']).optional().catch(undefined),
  page: whole(1, 1_000_000),
  size: whole(1, 100),
})
export type ListSearch = z.infer<typeof ListSearch>

/** Reads the address; never fails. */
export const readListSearch = (raw: Record<string, unknown>): ListSearch => ListSearch.parse(raw)
