import { TdocColumn, TdocFilterBy, TdocListQuery } from '@portal/contract/tdoc/list-query'
import { DescriptionTab, TdocTableMode } from '@portal/contract/tdoc/model'
import { z } from 'zod'
import { keptOf, SearchWords, whole } from '../../lib/search-text.ts'

const { shape } = TdocListQuery
const words = (most: number) => z.string().trim().min(1).max(most).optional().catch(undefined)

/**
 * What the address of the condition manager holds (spec.md §2); what is left out is the default. The tab is `status`, or
 * `filterByValue` where nothing else narrows the table.
 */
export const TableSearch = z.object({
  tableMode: TdocTableMode.optional().catch(undefined),
  filterBy: TdocFilterBy.optional().catch(undefined),
  filterByValue: words(200),
  status: words(20),
  search: SearchWords,
  sellers: keptOf(shape.sellers, '!'),
  borrowers: keptOf(shape.borrowers, '!'),
  loanStatuses: keptOf(shape.loanStatuses, '!'),
  loanNumbers: keptOf(shape.loanNumbers),
  sortBy: TdocColumn.optional().catch(undefined),
  sortType: z.enum(['asc', 'desc']).optional().catch(undefined),
  page: whole(1, 1_000_000),
  size: whole(1, 100),
  descriptionTab: DescriptionTab.optional().catch(undefined),
})
export type TableSearch = z.infer<typeof TableSearch>

/** Reads the address; never fails. */
export const readTableSearch = (raw: Record<string, unknown>): TableSearch => TableSearch.parse(raw)
