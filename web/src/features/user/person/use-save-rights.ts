import type { HandOver, User } from '@portal/contract/user/manage-api'
import type { OpenWorkKind } from '@portal/contract/user/model'
import { useState } from 'react'
import { hasStatus, reasonOf } from '../../../lib/call-error.ts'
import { useSetPermissions, useSetRoles } from '../manage-queries.ts'
import { askedKinds } from './asked-kinds.ts'
import { hasChanges, type RightsChanges } from './rights-draft.ts'

/**
 * Saves roles first and permissions after them, for a permission may need its role. Where open work would be left over
 * it stops with `asked`, and goes on from there once somebody was named.
 */
export const useSaveRights = (user: User, changes: RightsChanges, message: string, onSaved: () => void) => {
  const setRoles = useSetRoles()
  const setPermissions = useSetPermissions()
  const [asked, setAsked] = useState<readonly OpenWorkKind[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const hasFlags = changes.granted + changes.taken > 0
  const told = message.trim() ? { customMessage: message.trim() } : {}

  /** One call at a time; `handOver` goes to the one that asked for it. */
  const run = async (handOver: HandOver | undefined) => {
    let over = handOver ? { handOver } : {}
    const isRolesDone = changes.roles === null || changes.roles.join() === user.roles.join()
    if (changes.roles && !isRolesDone) {
      await setRoles.mutateAsync({ id: user.id, roles: changes.roles, ...over, ...(hasFlags ? {} : told) })
      over = {}
    }
    if (hasFlags) await setPermissions.mutateAsync({ id: user.id, ...changes.flags, ...over, ...told })
  }
  const save = async (handOver?: HandOver) => {
    setProblem(null)
    try {
      await run(handOver)
      setAsked(null)
      onSaved()
    } catch (error) {
      const kinds = hasStatus(error, 409) ? askedKinds(error) : []
      if (kinds.length > 0) setAsked(kinds)
      else setProblem(reasonOf(error) ?? (error instanceof Error ? error.message : String(error)))
      throw error
    }
  }
  return {
    save,
    asked,
    problem,
    isBusy: setRoles.isPending || setPermissions.isPending,
    mayBeSaved: hasChanges(changes),
    stopAsking: () => setAsked(null),
    /** What was refused is no longer what is chosen. */
    forget: () => setProblem(null),
  }
}
