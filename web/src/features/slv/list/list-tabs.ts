import type { Profile } from '@portal/contract/auth/api'
import {
  type DepartmentTableMode,
  departmentTableModeLabels,
  departmentTableModes,
  type TableMode,
  tableModeLabels,
  tableModesFor,
} from '@portal/contract/slv/table-mode'
import { actorOf } from '../../auth/queries.ts'
import type { ListSearch } from '../shared/list-filter.ts'

/** One list of SLVs. The browser remembers its columns under `key`; `address` names it in the address. */
export type ListTab = {
  key: string
  label: string
  tableMode: TableMode
  departmentTableMode: DepartmentTableMode
  address: Pick<ListSearch, 'tableMode' | 'departmentTableMode'>
  isStart: boolean
}

/** The tabs of the SLV home. For underwriters the department has its own page; for BDDs it is the only list. */
export const homeTabs = (profile: Profile): ListTab[] => {
  const modes = tableModesFor(actorOf(profile)).filter((mode) => mode !== 'ALL' || profile.role !== 'UNDERWRITER')
  const start = startOf(modes, profile)
  return modes.map((tableMode) => ({
    key: tableMode,
    label: tableModeLabels[tableMode],
    tableMode,
    departmentTableMode: 'ALL',
    address: { tableMode },
    isStart: tableMode === start,
  }))
}

/** Whether new requests are assigned to this person automatically (product.md §2). */
export const getsNewRequests = ({ role, permissions }: Pick<Profile, 'role' | 'permissions'>): boolean =>
  role === 'UNDERWRITER' && permissions.myOwn

/** SLR managers and the trade desk start in their own queue when they get no requests themselves. */
const startOf = (modes: readonly TableMode[], profile: Profile): TableMode | undefined => {
  const [first] = modes
  if (profile.role !== 'UNDERWRITER' || getsNewRequests(profile)) return first
  return modes.find((mode) => mode === 'SLR' || mode === 'TRADE_DESK') ?? first
}

export const missedIn = (tabs: readonly ListTab[], { tableMode }: ListSearch): string | null =>
  tableMode === undefined || tabs.some((tab) => [undefined, tableMode].includes(tab.address.tableMode))
    ? null
    : tableModeLabels[tableMode]

export const departmentTabs: readonly ListTab[] = departmentTableModes.map((mode) => ({
  key: `DEPARTMENT_${mode}`,
  label: departmentTableModeLabels[mode],
  tableMode: 'ALL',
  departmentTableMode: mode,
  address: { departmentTableMode: mode },
  isStart: mode === 'ALL',
}))

export const tabIn = (tabs: readonly ListTab[], search: ListSearch): ListTab | undefined =>
  tabs.find(({ address }) =>
    address.tableMode
      ? address.tableMode === search.tableMode
      : address.departmentTableMode === search.departmentTableMode,
  ) ?? tabs.find(({ isStart }) => isStart)
