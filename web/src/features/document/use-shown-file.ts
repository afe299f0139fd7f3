import type { SlvDocument } from '@portal/contract/document/model'
import { useState } from 'react'
import { z } from 'zod'
import { usePersistedState } from '../../lib/state/persisted-state.ts'

/**
 * What was open last, to open it again when this tab is shown again: a file, or
 * the list of all files (null).
 */
const Opened = z
  .object({ slvId: z.string(), documentId: z.string().nullable() })
  .nullable()

/**
 * The open file; without one, the list of all files. A file may be deleted
 * while it is open: then neither is shown.
 */
export const useShownFile = (
  slvId: string,
  documents: readonly SlvDocument[],
) => {
  const [opened, setOpened] = usePersistedState('open-document', Opened, null)
  const [lastShown, setLastShown] = useState<SlvDocument | null>(null)
  const find = (wanted: string | null | undefined) =>
    documents.find(({ id }) => id === wanted)
  // Undefined if nothing was opened on this SLV yet.
  const openedId = opened?.slvId === slvId ? opened.documentId : undefined
  const isList = documents.length === 0 || openedId === null

  const isStillOpen = openedId === undefined || openedId === lastShown?.id
  const isDeleted = isStillOpen && lastShown !== null && !find(lastShown.id)
  const hasFile = !isList && !isDeleted
  const shown = hasFile ? (find(openedId) ?? documents[0]) : undefined
  if (shown && lastShown?.id !== shown.id) setLastShown(shown)

  const openFile = (documentId: string) => setOpened({ slvId, documentId })
  const toggleList = () => {
    const former = find(lastShown?.id) ?? documents[0]
    if (isList && former) openFile(former.id)
    else setOpened({ slvId, documentId: null })
  }
  return {
    shown,
    deletedName: isDeleted ? lastShown.name : '',
    isList,
    openFile,
    toggleList,
  }
}
