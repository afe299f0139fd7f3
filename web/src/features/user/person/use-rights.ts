import type { HandOver, User } from '@portal/contract/user/manage-api'
import {
  type OpenWorkKind,
  openWorkKinds,
  Permission,
  permissions,
  Role,
} from '@portal/contract/user/model'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { getProblems, getReason, hasStatus } from '../../../lib/call-error.ts'
import { useStoredText } from '../../../lib/stored-text.ts'
import {
  useSetPermissions,
  useSetRoles,
} from '../../../records/user/manage-queries.ts'

export const RightsDraft = z.object({
  roles: z.array(Role).nullable(),
  flags: z.partialRecord(Permission, z.boolean()),
  message: z.string(),
})
export type RightsDraft = z.infer<typeof RightsDraft>
export const noDraft: RightsDraft = { roles: null, flags: {}, message: '' }

export const changesIn = (
  { roles, flags }: RightsDraft,
  person: Pick<User, 'roles' | 'permissions'>,
) => {
  const changed = permissions.filter(
    (key) => flags[key] !== undefined && flags[key] !== person.permissions[key],
  )
  const granted = changed.filter((key) => flags[key]).length
  return {
    roles: roles?.join() === person.roles.join() ? null : roles,
    flags: Object.fromEntries(changed.map((key) => [key, flags[key]])),
    granted,
    taken: changed.length - granted,
  }
}
/** '2 granted, 1 taken, roles changed'; empty without changes. */
export const changesText = ({
  roles,
  granted,
  taken,
}: ReturnType<typeof changesIn>): string =>
  [
    granted > 0 && `${granted} granted`,
    taken > 0 && `${taken} taken`,
    roles !== null && 'roles changed',
  ]
    .filter((part) => part !== false)
    .join(', ')

export const draftName = (userId: string) => `rights ${userId}`

/** The kinds of open work that a 409 asks to reassign (`handOver.slr`). */
const requiredKinds = (error: unknown): OpenWorkKind[] => {
  const fields = hasStatus(error, 409)
    ? getProblems(error).map(({ field }) => field)
    : []
  return openWorkKinds.filter((kind) => fields.includes(`handOver.${kind}`))
}

const describeError = (error: unknown): string =>
  getReason(error) ?? (error instanceof Error ? error.message : String(error))

/** Roles alone have their own call; permissions are set together with them. */
const useSendChanges = (id: string) => {
  const setRoles = useSetRoles()
  const setPermissions = useSetPermissions()
  const send = (
    { roles, flags, granted, taken }: ReturnType<typeof changesIn>,
    customMessage: string,
    handOver: HandOver | undefined,
  ) => {
    const body = {
      id,
      ...(handOver && { handOver }),
      ...(customMessage && { customMessage }),
    }
    if (roles && granted + taken === 0)
      return setRoles.mutateAsync({ ...body, roles })
    return setPermissions.mutateAsync({
      ...body,
      ...flags,
      ...(roles && { roles }),
    })
  }
  return { send, isBusy: setRoles.isPending || setPermissions.isPending }
}

/**
 * The draft survives a reload and an ended session. `onReassign` is called if
 * open work must be reassigned first: `save` again with successors for its
 * `kinds`.
 */
export const useRights = (
  user: User,
  onDirty: (isDirty: boolean) => void,
  onReassign: () => void,
) => {
  const [kept, keep] = useStoredText(draftName(user.id), RightsDraft)
  const draft = kept ?? noDraft
  const [kinds, setKinds] = useState<readonly OpenWorkKind[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const changes = changesIn(draft, user)
  const summary = changesText(changes)
  const isDirty = summary !== ''
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])

  const change = (part: Partial<RightsDraft>) => {
    keep({ ...draft, ...part })
    setProblem(null)
  }
  const discard = () => {
    keep(null)
    setProblem(null)
  }
  const { send, isBusy } = useSendChanges(user.id)
  const save = async (handOver?: HandOver) => {
    setProblem(null)
    try {
      await send(changes, draft.message.trim(), handOver)
      discard()
    } catch (error) {
      const required = requiredKinds(error)
      if (required.length > 0) {
        setKinds(required)
        onReassign()
      } else setProblem(describeError(error))
      throw error
    }
  }
  return {
    draft,
    change,
    discard,
    summary,
    isDirty,
    save,
    isBusy,
    problem,
    kinds,
  }
}
