import { uploadConditionDocument } from '@portal/contract/condition/api'
import * as api from '@portal/contract/document/api'
import {
  documentMessages,
  uploadFailed,
} from '@portal/contract/document/messages'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import {
  CallError,
  getProblems,
  getReason,
  hasStatus,
} from '../../lib/call-error.ts'
import { onReconnect } from '../../lib/outage.ts'
import { queryClient } from '../../lib/query-client.ts'
import { holdReload } from '../../lib/reload-holds.ts'
import { toast } from '../../lib/toast.ts'
import { upload } from '../../lib/upload.ts'
import { showCondition } from '../condition/queries.ts'
import { recordOwnVersion, slvKey, slvQuery } from '../slv/queries.ts'
import { fileProblem } from './check-file.ts'
import { documentsQuery } from './queries.ts'
import * as uploading from './uploader.ts'

const uploaders = new Map<string, uploading.Uploader>()

/**
 * The uploader of an SLV. It survives a change of tabs; `UploadGuard` stops it
 * when the page is left.
 */
export const uploaderFor = (id: string): uploading.Uploader => {
  const known = uploaders.get(id)
  if (known) return known
  const created = new uploading.Uploader({
    check: fileProblem,
    send: (target, file, options) => send(id, target, file, options),
    isCutOff: (error) => error instanceof CallError && error.kind === 'network',
    onReconnect,
    isRefusal: (error) =>
      hasStatus(error, 413) ||
      getProblems(error).some(({ field }) => field === 'file'),
    describeError: (error, { name }) => getReason(error) ?? uploadFailed(name),
    onSettled: ({ added, failed }) => {
      if (added > 0) toast.success(documentMessages.add.done)
      const unseen = failed.filter(
        ({ target }) => !visibleAreas.has(areaKey(id, target)),
      )
      for (const text of uploading.failureTexts(added, unseen))
        toast.failure(text)
      return queryClient.invalidateQueries({ queryKey: slvKey })
    },
  })
  created.subscribe(() =>
    holdReload(created, created.get().some(uploading.isActive)),
  )
  uploaders.set(id, created)
  return created
}

const send = async (
  id: string,
  target: uploading.UploadTarget,
  file: File,
  options: uploading.SendOptions,
) => {
  const params = { id }
  if (target === 'SELLER') {
    const { documents, slvVersion } = await upload(
      api.uploadDocument,
      { params },
      file,
      options,
    )
    queryClient.setQueryData(documentsQuery(id).queryKey, (listed) => ({
      ...listed,
      documents,
    }))
    recordOwnVersion(id, slvVersion)
  } else if (target === 'UNDERWRITER') {
    await sendUnderwriterDocument(id, file, options)
  } else if (target.startsWith('CONDITION ')) {
    const conditionId = target.slice('CONDITION '.length)
    const condition = await upload(
      uploadConditionDocument,
      { params: { id, conditionId } },
      file,
      options,
    )
    await showCondition(queryClient, id, condition)
  } else {
    const query = {
      pendingDocumentId: target.slice('ASKED '.length),
      send: 'false',
    }
    const slv = await upload(
      api.uploadPendingDocument,
      { params, query },
      file,
      options,
    )
    queryClient.setQueryData(slvQuery(id).queryKey, slv)
    void queryClient.invalidateQueries({
      queryKey: documentsQuery(id).queryKey,
    })
  }
}

/** Returns the underwriter's documents with the new one. */
export const sendUnderwriterDocument = async (
  id: string,
  file: File,
  options: uploading.SendOptions,
) => {
  const answer = await upload(
    api.uploadUnderwriterDocument,
    { params: { id } },
    file,
    options,
  )
  const { underwriterDocuments, slvVersion } = answer
  queryClient.setQueryData(
    documentsQuery(id).queryKey,
    (listed) => listed && { ...listed, underwriterDocuments },
  )
  recordOwnVersion(id, slvVersion)
  return underwriterDocuments
}

/** The target of a requested document. */
export const pendingTarget = (
  pendingDocumentId: string,
): uploading.UploadTarget => `ASKED ${pendingDocumentId}`

/** The target of a condition. */
export const conditionTarget = (conditionId: string): uploading.UploadTarget =>
  `CONDITION ${conditionId}`

/** The uploads to one target of an SLV. */
export const useUploads = (id: string, target: uploading.UploadTarget) => {
  const uploader = uploaderFor(id)
  return {
    uploader,
    uploads: uploading.uploadsTo(
      useSyncExternalStore(uploader.subscribe, uploader.get),
      target,
    ),
  }
}

/** Whether files are being sent to an SLV. */
export const useIsUploading = (id: string) => {
  const uploader = uploaderFor(id)
  return useSyncExternalStore(uploader.subscribe, () =>
    uploader.get().some(uploading.isActive),
  )
}

/** Cancels and forgets the uploads to an SLV. */
export const stopUploads = (id: string) => {
  uploaders.get(id)?.stop()
  uploaders.delete(id)
}

const visibleAreas = new Set<string>()
const areaKey = (id: string, target: uploading.UploadTarget) =>
  `${id} ${target}`

/**
 * For the element that lists uploads: while it is visible, failures are shown
 * there instead of in a toast.
 */
export const useVisibleArea = (id: string, target: uploading.UploadTarget) => {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const key = areaKey(id, target)
    const observer = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting) visibleAreas.add(key)
      else visibleAreas.delete(key)
    })
    if (element.current) observer.observe(element.current)
    return () => {
      observer.disconnect()
      visibleAreas.delete(key)
    }
  }, [id, target])
  return element
}
