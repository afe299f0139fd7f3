import { toRecord } from '@portal/contract/lib/typed'
import { SortKey } from '@portal/contract/slv/columns'
import {
  SlvFilter,
  type SlvFilterKey,
  type SlvFilterRow,
  type SlvListKey,
  slvFilterRow,
  slvListKeys,
} from '@portal/contract/slv/list-query'
import { hasNeeds } from '@portal/contract/slv/needs'
import {
  listStatusesFor,
  statusesFor,
  WorkPart,
} from '@portal/contract/slv/status'
import { DepartmentTableMode, TableMode } from '@portal/contract/slv/table-mode'
import { Timeframe } from '@portal/contract/slv/timeframe'
import type { Role } from '@portal/contract/user/model'
import { redirectFor, type UserAccess } from '@portal/contract/user/navigation'
import { z } from 'zod'
import {
  joinValues,
  keepValid,
  kept,
  SearchWords,
  stringifySearch,
  whole,
} from '../../lib/text/search-text.ts'

/** The web's part of a filter, beside its row in the contract. */
type PageRow = {
  labels?: Readonly<Record<string, string>>
  valuesFor?: (role: Role) => readonly string[]
  hasField?: (role: Role) => boolean
}

const pageRows: Partial<Record<SlvFilterKey, PageRow>> = {
  status: { valuesFor: statusesFor },
  bdds: { hasField: (role) => role !== 'BDD' && role !== 'UBDD' },
  // Only the averages of the reporting page link to it.
  has: { hasField: () => false },
}

export const filterRow = (key: SlvFilterKey): SlvFilterRow & PageRow => ({
  ...slvFilterRow(key),
  ...pageRows[key],
})

const isForRole = (key: SlvFilterKey, role: Role): boolean => {
  const { isForStaff, isForStaffScreens, isForOutside } = filterRow(key)
  if (isForOutside && !hasNeeds(role)) return false
  return narrowsByPeople(role) || !(isForStaff || isForStaffScreens)
}

/** Whether the screen of a list has it. */
export const isInList = (key: SlvFilterKey, mode: TableMode): boolean =>
  filterRow(key).lists?.includes(mode) !== false

/** Whether a role has a field for it. */
export const hasField = (key: SlvFilterKey, role: Role): boolean => {
  const { isForLinks, hasField: hasOwn } = filterRow(key)
  return !isForLinks && isForRole(key, role) && hasOwn?.(role) !== false
}

/**
 * Whether a role can change it in the filter bar, which also offers filters
 * without a dialog field if they have listed values.
 */
export const hasEditor = (key: SlvFilterKey, role: Role): boolean => {
  const { isForLinks, labels, people, hasField: hasOwn } = filterRow(key)
  if (!isForLinks) return hasField(key, role)
  if (hasOwn?.(role) === false) return false
  return isForRole(key, role) && (labels ?? people) !== undefined
}

const { shape } = SlvFilter

/**
 * The address of a list (spec.md §2, §5), with lists of values as the call
 * writes them. Defaults are left out.
 */
export const ListSearch = z.object({
  ...toRecord(slvListKeys, (key) =>
    keepValid(shape[key], filterRow(key).separator),
  ),
  tableMode: TableMode.optional().catch(undefined),
  departmentTableMode: DepartmentTableMode.optional().catch(undefined),
  part: WorkPart.optional().catch(undefined),
  search: SearchWords,
  timeframe: Timeframe.optional().catch(undefined),
  from: kept(shape.from),
  to: kept(shape.to),
  overdue: z.literal('true').optional().catch(undefined),
  sortBy: SortKey.optional().catch(undefined),
  sortType: z.enum(['asc', 'desc']).optional().catch(undefined),
  page: whole(1, 1_000_000),
  size: whole(1, 100),
  view: z.uuid().optional().catch(undefined),
})
export type ListSearch = z.infer<typeof ListSearch>

/** Reads the address; never fails. */
export const readListSearch = (raw: Record<string, unknown>): ListSearch =>
  ListSearch.parse(raw)

type Lists = { [Key in SlvListKey]: NonNullable<SlvFilter[Key]> }

type Time = {
  timeframe: Timeframe | undefined
  from: string | undefined
  to: string | undefined
}

export type ListFilter = Lists & Time & { search: string }

const noTime: Time = { timeframe: undefined, from: undefined, to: undefined }
const noLists = (): Lists => toRecord(slvListKeys, () => [])
export const noFilter: ListFilter = { ...noLists(), ...noTime, search: '' }

export const narrowsByPeople = (role: Role) => role !== 'SELLER'

/**
 * The filter in an address, without what this role can't filter by: a link from
 * a colleague still opens.
 */
export const toFilter = (search: ListSearch, role: Role): ListFilter => {
  const parsed = SlvFilter.parse({ ...search, departmentTableMode: undefined })
  const lists = noLists()
  const read = <Key extends SlvListKey>(
    key: Key,
    values: Lists[Key] | undefined,
  ) => {
    if (values && isForRole(key, role)) lists[key] = values
  }
  for (const key of slvListKeys) read(key, parsed[key])
  const statuses = listStatusesFor(role)
  // Links and views may still name what is overdue as the API's `overdue` does.
  if (narrowsByPeople(role) && parsed.overdue && !lists.due.includes('OVERDUE'))
    lists.due = ['OVERDUE', ...lists.due]
  return {
    ...lists,
    status: lists.status.filter((status) => statuses.includes(status)),
    search: parsed.search,
    ...toTime(parsed),
  }
}

/**
 * The time that an address means: days belong to the custom range alone, and a
 * range without days narrows nothing.
 */
export const toTime = ({ timeframe, from, to }: Partial<Time>): Time => {
  if (timeframe !== undefined && timeframe !== 'CUSTOM')
    return { ...noTime, timeframe }
  const isRange = from === undefined || to === undefined || from <= to
  return isRange && (from ?? to) !== undefined
    ? { timeframe, from, to }
    : noTime
}

export const toSearch = ({
  search,
  timeframe,
  from,
  to,
  ...lists
}: ListFilter) => ({
  ...toRecord(slvListKeys, (key) =>
    joinValues(lists[key], filterRow(key).separator),
  ),
  search: search || undefined,
  timeframe,
  from,
  to,
})

export const countFilters = ({
  timeframe,
  from,
  to,
  ...lists
}: ListFilter): number =>
  slvListKeys.filter((key) => lists[key].length > 0).length +
  (timeframe || from || to ? 1 : 0)

export const isSameChoice = (
  one: readonly string[],
  other: readonly string[],
): boolean =>
  one.length === other.length && one.every((value) => other.includes(value))

/**
 * A link to the department's list opens the own list, filtered alike, for
 * people without it; else null.
 */
export const ownListFor = (
  actor: UserAccess,
  { pathname, search }: { pathname: string; search: Record<string, unknown> },
): string | null => {
  if (!/^\/slv\/department\/?$/.test(pathname)) return null
  if (
    redirectFor(actor, '/slv/department') === null ||
    redirectFor(actor, '/slv') !== null
  )
    return null
  const {
    departmentTableMode: _part,
    page: _page,
    size: _size,
    sortBy,
    sortType,
    ...kept
  } = readListSearch(search)
  if (Object.values(kept).every((value) => value === undefined)) return null
  return `/slv${stringifySearch({ ...kept, sortBy, sortType, tableMode: 'ALL' })}`
}
