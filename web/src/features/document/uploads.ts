import * as api from '@portal/contract/document/api'
import { documentMessages, uploadFailed } from '@portal/contract/document/messages'
import { useCallback, useSyncExternalStore } from 'react'
import { reasonOf } from '../../lib/call-error.ts'
import { queryClient } from '../../lib/query-client.ts'
import { toast } from '../../lib/toast.ts'
import { upload } from '../../lib/upload.ts'
import { slvKey, slvQuery } from '../slv/queries.ts'
import { fileProblem } from './check-file.ts'
import { atVersion, documentsQuery } from './queries.ts'
import { isBusy, type UploadTarget, uploadsTo } from './upload-queue.ts'
import { createUploader, type Uploader, type UploaderDoors } from './uploader.ts'

const uploaders = new Map<string, Uploader>()

/**
 * The files on their way to an SLV. They outlive the part of the page that they were dropped on, so that another tab can
 * be read meanwhile; `UploadGuard` ends them with the page.
 */
export const uploaderOf = (id: string): Uploader => {
  const known = uploaders.get(id)
  if (known) return known
  const made = createUploader({
    check: fileProblem,
    send: sendTo(id),
    failure: (error, { name }) => reasonOf(error) ?? uploadFailed(name),
    onSettled: ({ added, failed }) => {
      if (added > 0) toast.success(documentMessages.add.done)
      // Where the list of uploads is in sight, each says so itself.
      if (!isWatched(id)) for (const problem of failed) toast.failure(problem)
      return queryClient.invalidateQueries({ queryKey: slvKey })
    },
  })
  uploaders.set(id, made)
  return made
}

const sendTo =
  (id: string): UploaderDoors['send'] =>
  async (target, file, sending) => {
    const params = { id }
    if (target === 'SELLER') {
      const { documents, slvVersion } = await upload(api.uploadDocument, { params }, file, sending)
      queryClient.setQueryData(documentsQuery(id).queryKey, (listed) => ({ ...listed, documents }))
      atVersion(queryClient, id, slvVersion)
    } else if (target === 'UNDERWRITER') {
      const answer = await upload(api.uploadUnderwriterDocument, { params }, file, sending)
      const { underwriterDocuments, slvVersion } = answer
      queryClient.setQueryData(documentsQuery(id).queryKey, (listed) => listed && { ...listed, underwriterDocuments })
      atVersion(queryClient, id, slvVersion)
    } else {
      const query = { pendingDocumentId: askedIdOf(target) }
      const slv = await upload(api.uploadPendingDocument, { params, query }, file, sending)
      queryClient.setQueryData(slvQuery(id).queryKey, (seen) => (seen && seen.version > slv.version ? seen : slv))
      void queryClient.invalidateQueries({ queryKey: documentsQuery(id).queryKey })
    }
  }

const askedIdOf = (target: `ASKED ${string}`) => target.slice('ASKED '.length)

/** The target of an asked document. */
export const askedTarget = (pendingDocumentId: string): UploadTarget => `ASKED ${pendingDocumentId}`

/** The files that are on their way to one place of an SLV. */
export const useUploads = (id: string, target: UploadTarget) => {
  const uploader = uploaderOf(id)
  const subscribe = useCallback((listener: () => void) => watched(id, uploader.subscribe(listener)), [id, uploader])
  const queue = useSyncExternalStore(subscribe, uploader.get)
  return { uploader, uploads: uploadsTo(queue, target) }
}

/** True while something is on its way to the SLV. */
export const useIsUploading = (id: string) => {
  const uploader = uploaderOf(id)
  return useSyncExternalStore(uploader.subscribe, () => isBusy(uploader.get()))
}

/** Ends what is on its way to an SLV, and forgets what was. */
export const stopUploads = (id: string) => {
  uploaders.get(id)?.stop()
  uploaders.delete(id)
}

const watchers = new Map<string, number>()
const isWatched = (id: string) => (watchers.get(id) ?? 0) > 0
const watched = (id: string, unsubscribe: () => void) => {
  watchers.set(id, (watchers.get(id) ?? 0) + 1)
  return () => {
    watchers.set(id, (watchers.get(id) ?? 1) - 1)
    unsubscribe()
  }
}
