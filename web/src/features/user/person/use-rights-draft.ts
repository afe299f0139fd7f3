import type { User } from '@portal/contract/user/manage-api'
import { useEffect, useState } from 'react'
import { dropText, keepText, keptText } from '../../../lib/kept-text.ts'
import { changesIn, hasChanges, noDraft, RightsDraft } from './rights-draft.ts'

/** Under which the changes of one person are kept. */
export const draftName = (userId: string) => `rights ${userId}`

/** What is changed of one person and not saved; it outlives the drawer, a reload and a session that ends. */
export const useRightsDraft = (user: User, onDirty: (isDirty: boolean) => void) => {
  const name = draftName(user.id)
  const [draft, setDraft] = useState<RightsDraft>(() => {
    const kept = RightsDraft.safeParse(keptText(name))
    return kept.success ? kept.data : noDraft
  })
  const changes = changesIn(draft, user)
  const set = (part: Partial<RightsDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    keepText(name, next)
  }
  const discard = () => {
    setDraft(noDraft)
    dropText(name)
  }
  const isDirty = hasChanges(changes)
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  return { draft, set, discard, changes, isDirty }
}
