import * as api from '@portal/contract/document/api'
import { documentMessages } from '@portal/contract/document/messages'
import type { SlvDocument } from '@portal/contract/document/model'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { addressOf } from '../../lib/address.ts'
import { call } from '../../lib/call.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useIntent } from '../../lib/use-intent.ts'
import { afterItem, inTurn, matching, slvKey, slvQuery, versionSeen } from '../slv/queries.ts'

/** The files of an SLV's present round. */
export const documentsQuery = (id: string) =>
  queryOptions({
    queryKey: [...slvKey, 'documents', id],
    queryFn: ({ signal }) => call(api.listDocuments, { params: { id } }, { signal }),
  })

/** The files of all rounds. */
export const allDocumentsQuery = (id: string) =>
  queryOptions({
    queryKey: [...slvKey, 'all-documents', id],
    queryFn: ({ signal }) => call(api.listAllDocuments, { params: { id } }, { signal }),
  })

/** One file's particulars. */
export const documentQuery = (id: string, documentId: string) =>
  queryOptions({
    queryKey: [...slvKey, 'document', id, documentId],
    queryFn: ({ signal }) => call(api.getDocument, { params: { id, documentId } }, { signal }),
  })

/** Where a file's bytes are: to be shown in the page, or to be saved. */
export const bytesAddress = (id: string, documentId: string, disposition: 'inline' | 'attachment') =>
  addressOf(api.downloadDocument.path, { id, documentId }, { disposition })

/** The SLV stands at this version at least: answers of several files may overtake each other. */
export const atVersion = (queryClient: QueryClient, id: string, version: number) => {
  queryClient.setQueryData(slvQuery(id).queryKey, (slv) => slv && { ...slv, version: Math.max(slv.version, version) })
}

/** Takes a file away. */
export const useDeleteDocument = (id: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    scope: inTurn(id),
    mutationFn: (documentId: string) =>
      call(api.deleteDocument, { params: { id, documentId } }, matching(versionSeen(queryClient, id))),
    meta: documentMessages.delete,
    onSuccess: ({ slvVersion }, documentId) => {
      queryClient.setQueryData(documentsQuery(id).queryKey, (listed) => listed && without(listed, documentId))
      return afterItem(queryClient, id, slvVersion)
    },
    onError: () => queryClient.invalidateQueries({ queryKey: slvKey }),
  })
}

type Listed = { documents: SlvDocument[]; underwriterDocuments?: SlvDocument[] | undefined }

const without = ({ documents, underwriterDocuments }: Listed, documentId: string): Listed => {
  const left = (list: SlvDocument[]) => list.filter((document) => document.id !== documentId)
  return {
    documents: left(documents),
    ...(underwriterDocuments && { underwriterDocuments: left(underwriterDocuments) }),
  }
}

/** Sends a file to LoanDock again. */
export const useSendToLoanDock = (id: string) => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  return useMutation({
    mutationFn: (documentId: string) => call(api.sendToLdp, { params: { id, documentId } }, { intent }),
    meta: documentMessages.send,
    onSettled: () => queryClient.invalidateQueries({ queryKey: slvKey }),
  })
}

/** Saves a file on this machine. It is asked for first, so that one that is gone is told here and not by the browser. */
export const useDownload = (id: string) =>
  useMutation({
    mutationFn: (documentId: string) => call(api.getDocument, { params: { id, documentId } }),
    meta: documentMessages.download,
    onSuccess: (_document, documentId) => saveFile(bytesAddress(id, documentId, 'attachment')),
  })
