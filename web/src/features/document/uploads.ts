import * as api from '@portal/contract/document/api'
import { documentMessages, uploadFailed } from '@portal/contract/document/messages'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { hasStatus, problemsOf, reasonOf } from '../../lib/call-error.ts'
import { queryClient } from '../../lib/query-client.ts'
import { toast } from '../../lib/toast.ts'
import { upload } from '../../lib/upload.ts'
import { slvKey, slvQuery } from '../slv/queries.ts'
import { fileProblem } from './check-file.ts'
import { failureTexts } from './failure-texts.ts'
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
    isFinal: (error) => hasStatus(error, 413) || problemsOf(error).some(({ field }) => field === 'file'),
    failure: (error, { name }) => reasonOf(error) ?? uploadFailed(name),
    onSettled: ({ added, failed }) => {
      if (added > 0) toast.success(documentMessages.add.done)
      const unseen = failed.filter(({ target, problem }) => problem !== null && !inSight.has(placeOf(id, target)))
      for (const text of failureTexts(added, unseen)) toast.failure(text)
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
  const queue = useSyncExternalStore(uploader.subscribe, uploader.get)
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

/** The places of upload lists that are within the window, each by its SLV and its target. */
const inSight = new Set<string>()
const placeOf = (id: string, target: UploadTarget) => `${id} ${target}`

/** For the element that holds a list of uploads: while it is in sight, a failure is told there and not by a toast. */
export const useInSight = (id: string, target: UploadTarget) => {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = placeOf(id, target)
    const observer = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting) inSight.add(place)
      else inSight.delete(place)
    })
    if (element.current) observer.observe(element.current)
    return () => {
      observer.disconnect()
      inSight.delete(place)
    }
  }, [id, target])
  return element
}
