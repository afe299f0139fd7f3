import type { HistoryEntry } from '@portal/contract/history/api'
import type { Edited } from '../form/edited.ts'

/**
 * The fields of the request that differ from how they were sent: the value that was sent, and who changed it last.
 * `entries` are the saves since then, newest first. What was changed and changed back is as it was sent.
 */
export const editsSinceSent = (entries: readonly HistoryEntry[]): Edited => {
  const edited: Edited = {}
  for (const { actorName, changes } of entries)
    for (const { field, before, after } of changes) {
      const later = edited[field]
      edited[field] = { before, after: later ? later.after : after, by: later?.by ?? actorName }
    }
  return Object.fromEntries(Object.entries(edited).filter(([, edit]) => edit && edit.before !== edit.after))
}
