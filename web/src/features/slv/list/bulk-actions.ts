import type { Profile } from '@portal/contract/auth/api'
import type { SlvRow } from '@portal/contract/slv/row'
import type { TableMode } from '@portal/contract/slv/table-mode'
import { slvTransitions } from '@portal/contract/slv/transitions'
import { actorOf } from '../../user/people/actor.ts'
import type { SlvAssignment } from '../queries.ts'

const offered: Record<TableMode, readonly SlvAssignment[]> = {
  MY_OWN: ['assign-requests', 'assign-seller'],
  MY_COMPANY: ['assign-seller'],
  SLR: ['assign-slr'],
  TRADE_DESK: ['assign-td'],
  ALL: ['assign-requests', 'assign-slr', 'assign-td', 'assign-seller'],
}

export const assignmentsFor = (profile: Profile, mode: TableMode): SlvAssignment[] =>
  offered[mode].filter((action) => slvTransitions[action].access(actorOf(profile)))

export const misfit: Record<SlvAssignment, string> = {
  'assign-requests': 'decided or withdrawn',
  'assign-slr': 'not with SLR',
  'assign-td': 'not with the trade desk',
  'assign-seller': 'decided or withdrawn',
}

export const fitsAssignment = (action: SlvAssignment, { status }: Pick<SlvRow, 'status'>): boolean => {
  const from: readonly string[] = slvTransitions[action].from
  return from.includes(status)
}

/** Why none of these rows can be reassigned; null when some can. */
export const obstacle = (action: SlvAssignment, rows: readonly SlvRow[]): string | null => {
  const fitting = rows.filter((row) => fitsAssignment(action, row))
  if (fitting.length === 0) return `The selected SLVs are ${misfit[action]}`
  const sellers = new Set(fitting.map(({ sellerName }) => sellerName)).size
  return action === 'assign-seller' && sellers > 1 ? `The selected belong to ${sellers} sellers` : null
}
