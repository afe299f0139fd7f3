import { SlvFilter, SortKey } from '@portal/contract/slv/list-query'
import { DepartmentTableMode, TableMode } from '@portal/contract/slv/table-mode'
import { Timeframe } from '@portal/contract/slv/timeframe'
import { z } from 'zod'
import { recordOf } from '../../../lib/records.ts'
import { kept, keptOf, SearchWords, whole } from '../../../lib/text/search-text.ts'
import { filterRow, listKeys } from './list-filter.ts'

const { shape } = SlvFilter

/** The address of a list (spec.md §2, §5), with lists of values as the call writes them. Defaults are left out. */
export const ListSearch = z.object({
  ...recordOf(listKeys, (key) => keptOf(shape[key], filterRow(key).separator)),
  tableMode: TableMode.optional().catch(undefined),
  departmentTableMode: DepartmentTableMode.optional().catch(undefined),
  search: SearchWords,
  timeframe: Timeframe.optional().catch(undefined),
  from: kept(shape.from),
  to: kept(shape.to),
  overdue: z.literal('true').optional().catch(undefined),
  sortBy: SortKey.optional().catch(undefined),
  sortType: z.enum(['asc', 'desc']).optional().catch(undefined),
  page: whole(1, 1_000_000),
  size: whole(1, 100),
})
export type ListSearch = z.infer<typeof ListSearch>

export const readListSearch = (raw: Record<string, unknown>): ListSearch => ListSearch.parse(raw)
