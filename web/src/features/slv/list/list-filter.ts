import { SlvFilter } from '@portal/contract/slv/list-query'
import type { SlvType } from '@portal/contract/slv/model'
import { type SlvStatus, statusesFor } from '@portal/contract/slv/status'
import type { Timeframe } from '@portal/contract/slv/timeframe'
import type { Role } from '@portal/contract/user/model'
import type { ListSearch } from './list-search.ts'

/** What narrows a list, as the filter dialog and the chips hold it. Empty and undefined do not narrow. */
export type ListFilter = {
  search: string
  status: SlvStatus[]
  sellers: string[]
  bdds: string[]
  underwriterIds: string[]
  productCodes: string[]
  type: SlvType[]
  timeframe: Timeframe | undefined
  /** Civil days, both included; only for the custom range. */
  from: string | undefined
  to: string | undefined
  overdue: boolean
  /** No field sets these: the figures of the reporting page lead to lists that are narrowed by them. */
  states: string[]
  occupancies: NonNullable<SlvFilter['occupancies']>
  reasons: string[]
  has: NonNullable<SlvFilter['has']>
}

export const noFilter: ListFilter = {
  search: '',
  status: [],
  sellers: [],
  bdds: [],
  underwriterIds: [],
  productCodes: [],
  type: [],
  timeframe: undefined,
  from: undefined,
  to: undefined,
  overdue: false,
  states: [],
  occupancies: [],
  reasons: [],
  has: [],
}

/** Sellers do not narrow by people or by the buyer's clock: the server refuses, so the page does not ask. */
export const narrowsByPeople = (role: Role) => role !== 'SELLER'

/** The filter in an address, without what this role may not narrow by: a link from a colleague still opens. */
export const filterOf = (search: ListSearch, role: Role): ListFilter => {
  const { status, sellers, bdds, underwriterIds, productCodes, type, ...rest } = SlvFilter.parse({
    ...search,
    departmentTableMode: undefined,
  })
  const may = statusesFor(role)
  const people = narrowsByPeople(role)
  return {
    search: rest.search,
    status: (status ?? []).filter((one) => may.includes(one)),
    sellers: people ? (sellers ?? []) : [],
    bdds: people ? (bdds ?? []) : [],
    underwriterIds: people ? (underwriterIds ?? []) : [],
    productCodes: productCodes ?? [],
    type: type ?? [],
    ...timeOf(rest),
    overdue: people && rest.overdue === true,
    states: rest.states ?? [],
    occupancies: rest.occupancies ?? [],
    reasons: rest.reasons ?? [],
    has: rest.has ?? [],
  }
}

type Time = Pick<ListFilter, 'timeframe' | 'from' | 'to'>

/** Which time an address means: days belong to the custom range alone, and without any of them it narrows nothing. */
export const timeOf = ({ timeframe, from, to }: { [K in keyof Time]?: Time[K] }): Time => {
  if (timeframe !== undefined && timeframe !== 'CUSTOM') return { timeframe, from: undefined, to: undefined }
  const isRange = from === undefined || to === undefined || from <= to
  if (!isRange || (from === undefined && to === undefined)) return noTime
  return { timeframe, from, to }
}

const noTime: Time = { timeframe: undefined, from: undefined, to: undefined }

/** The way back: a filter as an address and as the call writes it. Sellers' names hold commas, so '!' joins them (spec.md §5). */
export const searchOf = (filter: ListFilter) => ({
  search: filter.search || undefined,
  status: joined(filter.status),
  sellers: joined(filter.sellers, '!'),
  bdds: joined(filter.bdds),
  underwriterIds: joined(filter.underwriterIds),
  productCodes: joined(filter.productCodes),
  type: joined(filter.type),
  timeframe: filter.timeframe,
  from: filter.from,
  to: filter.to,
  overdue: filter.overdue ? ('true' as const) : undefined,
  states: joined(filter.states),
  occupancies: joined(filter.occupancies),
  reasons: joined(filter.reasons),
  has: joined(filter.has),
})

const joined = (values: readonly string[], separator = ',') =>
  values.length === 0 ? undefined : values.join(separator)

/** How many filters are on, without the search field, which shows itself. */
export const countOf = (filter: ListFilter): number =>
  [
    filter.status.length,
    filter.sellers.length,
    filter.bdds.length,
    filter.underwriterIds.length,
    filter.productCodes.length,
    filter.type.length,
    filter.timeframe || filter.from || filter.to ? 1 : 0,
    filter.overdue ? 1 : 0,
    filter.states.length,
    filter.occupancies.length,
    filter.reasons.length,
    filter.has.length,
  ].filter((values) => values > 0).length

/** The same choice of statuses, in whatever order. */
export const isSameChoice = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value) => other.includes(value))
