import type { Profile } from '@portal/contract/auth/api'
import type { TableMode } from '@portal/contract/slv/table-mode'
import { slvTransitions } from '@portal/contract/slv/transitions'
import { toActor } from '../../../records/auth/queries.ts'
import type { SlvAssignment } from '../../../records/slv/queries.ts'

const offered: Record<TableMode, readonly SlvAssignment[]> = {
  MY_OWN: ['assign-requests', 'assign-seller'],
  MY_COMPANY: ['assign-seller'],
  SLR: ['assign-slr'],
  TRADE_DESK: ['assign-td'],
  ALL: ['assign-requests', 'assign-slr', 'assign-td', 'assign-seller'],
}

export const assignmentsFor = (
  profile: Profile,
  mode: TableMode,
): SlvAssignment[] =>
  offered[mode].filter((action) =>
    slvTransitions[action].access(toActor(profile)),
  )
