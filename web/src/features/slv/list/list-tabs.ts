import type { Profile } from '@portal/contract/auth/api'
import {
  type WorkPart,
  workPartLabels,
  workParts,
} from '@portal/contract/slv/status'
import {
  type DepartmentTableMode,
  departmentTableModeLabels,
  departmentTableModes,
  startModeFor,
  type TableMode,
  tableModeLabels,
  tableModesFor,
} from '@portal/contract/slv/table-mode'
import { toActor } from '../../../records/auth/queries.ts'
import {
  countFilters,
  type ListSearch,
  toFilter,
} from '../../../records/slv/list-filter.ts'

/**
 * One list of SLVs. The browser remembers its columns under `key`; `address`
 * names it in the address.
 */
export type ListTab = {
  key: string
  label: string
  tableMode: TableMode
  departmentTableMode: DepartmentTableMode
  /** The part of an underwriter's own work. */
  part?: WorkPart | undefined
  address: Pick<ListSearch, 'tableMode' | 'departmentTableMode' | 'part'>
  isStart: boolean
  /** Lists work to do, sorted by most overdue instead of newest. */
  isWork?: boolean
}

export type TabModes = Pick<
  ListTab,
  'tableMode' | 'departmentTableMode' | 'part'
>

/**
 * The tabs of the SLV home. For underwriters the department has its own page;
 * for BDDs it is the only list.
 */
export const homeTabs = (profile: Profile): ListTab[] => {
  const isUnderwriter = profile.role === 'UNDERWRITER'
  const actor = toActor(profile)
  const startMode = startModeFor(actor)
  const tabs: ListTab[] = []
  for (const tableMode of tableModesFor(actor)) {
    const isStart = tableMode === startMode
    if (!isUnderwriter) tabs.push(modeTab(tableMode, isStart))
    else if (tableMode === 'MY_OWN') tabs.push(...ownWorkTabs(isStart))
    else if (tableMode !== 'ALL') tabs.push(modeTab(tableMode, isStart))
  }
  return tabs
}

const modeTab = (tableMode: TableMode, isStart: boolean): ListTab => ({
  key: tableMode,
  label: tableModeLabels[tableMode],
  tableMode,
  departmentTableMode: 'ALL',
  address: { tableMode },
  isStart,
  isWork: tableMode === 'SLR' || tableMode === 'TRADE_DESK',
})

/** An underwriter's own SLVs: a tab for each part, and one for all of them. */
const ownWorkTabs = (isStart: boolean): ListTab[] => {
  const all: ListTab = { ...modeTab('MY_OWN', false), isWork: true }
  const parts = workParts.map(
    (part): ListTab => ({
      ...all,
      key: `MY_OWN_${part}`,
      label: workPartLabels[part],
      part,
      address: { tableMode: 'MY_OWN', part },
      isStart: isStart && part === 'OPEN',
      isWork: part !== 'FINISHED',
    }),
  )
  return [...parts, all]
}

export const departmentTabs: readonly ListTab[] = departmentTableModes.map(
  (mode) => ({
    key: `DEPARTMENT_${mode}`,
    label: departmentTableModeLabels[mode],
    tableMode: 'ALL',
    departmentTableMode: mode,
    address: { departmentTableMode: mode },
    isStart: mode === 'ALL',
  }),
)

/**
 * The label of the list that an address names but that is not among these tabs;
 * null if it is, or if the address names none.
 */
export const findMissingList = (
  tabs: readonly ListTab[],
  { tableMode }: ListSearch,
): string | null => {
  if (tableMode === undefined) return null
  const isOffered = tabs.some(
    ({ address }) =>
      // A tab of the department names no list: the page itself does.
      address.tableMode === undefined || address.tableMode === tableMode,
  )
  return isOffered ? null : tableModeLabels[tableMode]
}

/**
 * The tab of an address, or the start tab. An address with filters or a view
 * but no tab searches all of the user's own SLVs, not only the start tab's part.
 */
export const findTab = (
  tabs: readonly ListTab[],
  search: ListSearch,
): ListTab | undefined => {
  const named = tabs.find((tab) => isNamed(tab, search))
  if (named) return named

  const start = tabs.find(({ isStart }) => isStart)
  if (!start?.part || !isFiltering(search)) return start
  return tabs.find(
    ({ tableMode, part }) => tableMode === start.tableMode && !part,
  )
}

/** Whether an address names this tab. */
const isNamed = ({ address }: ListTab, search: ListSearch) => {
  if (address.tableMode === undefined)
    return address.departmentTableMode === search.departmentTableMode
  return address.tableMode === search.tableMode && address.part === search.part
}

const isFiltering = (search: ListSearch) => {
  // Only underwriters have parts.
  const filter = toFilter(search, 'UNDERWRITER')
  return (
    filter.search !== '' ||
    countFilters(filter) > 0 ||
    search.view !== undefined
  )
}

/** The address of a tab; the start tab needs no parameters. */
export const searchOfTab = (
  { isStart, address }: ListTab,
  size: number | undefined,
): ListSearch => (isStart ? { size } : { ...address, size })

/** The parameters of a tab in calls to the server. */
export const toModes = ({
  tableMode,
  departmentTableMode,
  part,
}: TabModes) => ({
  tableMode,
  ...(tableMode === 'ALL' && { departmentTableMode }),
  ...(part && { part }),
})
