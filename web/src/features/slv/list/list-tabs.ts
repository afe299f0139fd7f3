import type { Profile } from '@portal/contract/auth/api'
import {
  type DepartmentTableMode,
  departmentTableModeLabels,
  departmentTableModes,
  type TableMode,
  tableModeLabels,
  tableModesFor,
} from '@portal/contract/slv/table-mode'
import type { Actor } from '@portal/contract/user/model'
import type { ListSearch } from './list-search.ts'

/**
 * One list of SLVs on a page. `key` also names what the browser remembers of its columns; `address` is what names it
 * there, which the one where the page starts can do without.
 */
export type ListTab = {
  key: string
  label: string
  tableMode: TableMode
  departmentTableMode: DepartmentTableMode
  address: Pick<ListSearch, 'tableMode' | 'departmentTableMode'>
  isStart: boolean
}

/** The signed-in person as the rules about the asker alone see them. Whose company it is, they do not ask. */
export const actorOf = (profile: Profile): Actor => ({ ...profile, companyId: '' })

/** The tabs of the SLV home. An underwriter's department has its own page; a BDD has nothing but it. */
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

/** Whether new requests are assigned to somebody as they come in (product.md §2). */
export const getsNewRequests = ({ role, permissions }: Pick<Profile, 'role' | 'permissions'>): boolean =>
  role === 'UNDERWRITER' && permissions.myOwn

/** Managers and the trade desk who get no requests of their own start where theirs wait. */
const startOf = (modes: readonly TableMode[], profile: Profile): TableMode | undefined => {
  const [first] = modes
  if (profile.role !== 'UNDERWRITER' || getsNewRequests(profile)) return first
  return modes.find((mode) => mode === 'SLR' || mode === 'TRADE_DESK') ?? first
}

/** What the list is called that an address names and the person does not have; null where there is none. */
export const missedIn = (tabs: readonly ListTab[], { tableMode }: ListSearch): string | null =>
  tableMode === undefined || tabs.some((tab) => [undefined, tableMode].includes(tab.address.tableMode))
    ? null
    : tableModeLabels[tableMode]

/** The tabs of the department page. */
export const departmentTabs: readonly ListTab[] = departmentTableModes.map((mode) => ({
  key: `DEPARTMENT_${mode}`,
  label: departmentTableModeLabels[mode],
  tableMode: 'ALL',
  departmentTableMode: mode,
  address: { departmentTableMode: mode },
  isStart: mode === 'ALL',
}))

/** The tab that an address means; where one starts when it names none, or one that the person does not have. */
export const tabIn = (tabs: readonly ListTab[], search: ListSearch): ListTab | undefined =>
  tabs.find(({ address }) =>
    address.tableMode
      ? address.tableMode === search.tableMode
      : address.departmentTableMode === search.departmentTableMode,
  ) ?? tabs.find(({ isStart }) => isStart)
