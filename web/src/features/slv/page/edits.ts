import type { HistoryEntry } from '@portal/contract/history/api'
import type { Edited } from '../form/read-form.tsx'

/**
 * The fields of the request that were changed in this round after it was sent: the value that was sent, and who changed
 * it last. `entries` are the saves of the SLV, newest first.
 */
export const editsSinceSent = (entries: readonly HistoryEntry[], round: number): Edited => {
  const edited: Edited = {}
  for (const { resubmitCount, actorName, changes } of entries) {
    if (resubmitCount !== round) continue
    for (const { field, before } of changes) edited[field] = { before, by: edited[field]?.by ?? actorName }
  }
  return edited
}
