import { z } from 'zod'
import type { Actor } from '../user/model.ts'
import {
  type ActorRule,
  anyOf,
  both,
  holds,
  isBdd,
  isSeller,
  isUnderwriter,
  underwriterWith,
} from '../user/policy.ts'
import {
  either,
  isInCompanyView,
  isInDepartment,
  isInSlrQueue,
  isInTradeDeskQueue,
  isOfAssignedSellers,
  isOwner,
  isOwnWork,
  type Rule,
} from './policy.ts'

export const tableModes = [
  'MY_OWN',
  'MY_COMPANY',
  'SLR',
  'TRADE_DESK',
  'ALL',
] as const
export const TableMode = z.enum(tableModes)
export type TableMode = z.infer<typeof TableMode>

export const tableModeLabels: Record<TableMode, string> = {
  MY_OWN: 'My Own',
  MY_COMPANY: 'My Company',
  SLR: 'SLR',
  TRADE_DESK: 'Trade Desk',
  ALL: 'Department',
}

/**
 * Who has each list, and which SLVs it contains, always within `mayView`.
 */
export const tableModeRules: Record<
  TableMode,
  { access: ActorRule; contains: Rule }
> = {
  MY_OWN: {
    access: anyOf(isSeller, isUnderwriter),
    contains: either(isOwner, isOwnWork),
  },
  MY_COMPANY: {
    access: both(isSeller, holds('myCompanyView')),
    contains: isInCompanyView,
  },
  SLR: { access: underwriterWith('manageSlr'), contains: isInSlrQueue },
  TRADE_DESK: {
    access: underwriterWith('manageTradeDesk'),
    contains: isInTradeDeskQueue,
  },
  ALL: {
    access: anyOf(underwriterWith('viewSlvDepartment'), isBdd),
    contains: either(isInDepartment, isOfAssignedSellers),
  },
}

/** The lists of a person; the first is the default. */
export const tableModesFor = (actor: Actor): TableMode[] =>
  tableModes.filter((mode) => tableModeRules[mode].access(actor))

/**
 * Whether new requests are assigned to this person automatically (product.md
 * §2).
 */
export const getsNewRequests = ({
  role,
  permissions,
}: Pick<Actor, 'role' | 'permissions'>): boolean =>
  role === 'UNDERWRITER' && permissions.myOwn

/**
 * The list that a person starts in: sellers’ managers in their company's, SLR
 * managers and the trade desk in their own queue when they get no requests.
 */
export const startModeFor = (actor: Actor): TableMode | undefined => {
  const modes = tableModesFor(actor)
  const [first] = modes
  if (modes.includes('MY_COMPANY')) return 'MY_COMPANY'
  if (actor.role !== 'UNDERWRITER' || getsNewRequests(actor)) return first
  const queue = modes.find((mode) => mode === 'SLR' || mode === 'TRADE_DESK')
  return queue ?? first
}

/** The whole department, or SLVs at SLR and the trade desk. */
export const departmentTableModes = ['ALL', 'TRANSFERRED'] as const
export const DepartmentTableMode = z.enum(departmentTableModes)
export type DepartmentTableMode = z.infer<typeof DepartmentTableMode>
export const departmentTableModeLabels: Record<DepartmentTableMode, string> = {
  ALL: 'All',
  TRANSFERRED: 'Transferred',
}

export const seesSlvs: ActorRule = (actor) => tableModesFor(actor).length > 0
