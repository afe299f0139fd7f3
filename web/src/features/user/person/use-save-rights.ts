import type { HandOver, User } from '@portal/contract/user/manage-api'
import type { OpenWorkKind } from '@portal/contract/user/model'
import { useState } from 'react'
import { hasStatus, reasonOf } from '../../../lib/call-error.ts'
import { useSetPermissions, useSetRoles } from '../manage-queries.ts'
import { askedKinds } from './asked-kinds.ts'
import { hasChanges, type RightsChanges } from './rights-draft.ts'

/**
 * Saves roles and permissions in one call: either all of it is so afterwards, or nothing. Where open work would be left
 * over it stops with `asked`, and is sent again once somebody was named.
 */
export const useSaveRights = (user: User, changes: RightsChanges, message: string, onSaved: () => void) => {
  const setRoles = useSetRoles()
  const setPermissions = useSetPermissions()
  const [asked, setAsked] = useState<readonly OpenWorkKind[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const hasFlags = changes.granted + changes.taken > 0

  const run = (handOver: HandOver | undefined) => {
    const customMessage = message.trim()
    const about = { id: user.id, ...(handOver && { handOver }), ...(customMessage && { customMessage }) }
    if (!hasFlags && changes.roles) return setRoles.mutateAsync({ ...about, roles: changes.roles })
    return setPermissions.mutateAsync({ ...about, ...changes.flags, ...(changes.roles && { roles: changes.roles }) })
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
