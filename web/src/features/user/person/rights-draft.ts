import type { User } from '@portal/contract/user/manage-api'
import { Permission, permissions, Role } from '@portal/contract/user/model'
import { z } from 'zod'

/** What somebody has changed of a person and not saved yet. Only what differs counts: see `changesIn`. */
export const RightsDraft = z.object({
  roles: z.array(Role).nullable(),
  flags: z.partialRecord(Permission, z.boolean()),
  message: z.string(),
})
export type RightsDraft = z.infer<typeof RightsDraft>
export const noDraft: RightsDraft = { roles: null, flags: {}, message: '' }

type Present = Pick<User, 'roles' | 'permissions'>

/** What saving a draft would change of the person as they are now. */
export type RightsChanges = {
  roles: Role[] | null
  flags: Partial<Record<Permission, boolean>>
  granted: number
  taken: number
}

/** A draft against the person: what somebody else has done meanwhile is no change any more. */
export const changesIn = ({ roles, flags }: RightsDraft, present: Present): RightsChanges => {
  const changed = permissions.filter((key) => flags[key] !== undefined && flags[key] !== present.permissions[key])
  const granted = changed.filter((key) => flags[key]).length
  const isSame = roles === null || roles.join() === present.roles.join()
  return {
    roles: isSame ? null : roles,
    flags: Object.fromEntries(changed.map((key) => [key, flags[key]])),
    granted,
    taken: changed.length - granted,
  }
}

export const hasChanges = ({ roles, granted, taken }: RightsChanges) => roles !== null || granted + taken > 0

/** '2 granted, 1 taken, roles changed' */
export const changesText = ({ roles, granted, taken }: RightsChanges): string =>
  [granted > 0 && `${granted} granted`, taken > 0 && `${taken} taken`, roles !== null && 'roles changed']
    .filter((part) => part !== false)
    .join(', ')
