import * as api from '@portal/contract/document/api'
import { documentMessages } from '@portal/contract/document/messages'
import {
  type DocumentKind,
  documentKinds,
  type SlvDocument,
} from '@portal/contract/document/model'
import { uploads } from '@portal/contract/document/policy'
import { isSameFactor } from '@portal/contract/guideline/factors'
import type { SlvDetail } from '@portal/contract/slv/answers'
import {
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import type { z } from 'zod'
import { buildAddress } from '../../lib/address.ts'
import { call } from '../../lib/call.ts'
import { endpointQuery } from '../../lib/queries.ts'
import { saveFile } from '../../lib/save-file.ts'
import { createIntent } from '../../lib/state/intent.ts'
import { useIntent } from '../../lib/state/use-intent.ts'
import { useProfile } from '../auth/queries.ts'
import {
  afterItem,
  inTurn,
  matching,
  readSlvsAgain,
  slvKey,
  slvQuery,
  versionSeen,
} from '../slv/queries.ts'

/** The files of an SLV's current round. */
export const documentsQuery = (id: string) =>
  endpointQuery([...slvKey, 'documents', id], api.listDocuments, {
    params: { id },
  })

/**
 * How often, and for how long, a list checks whether LoanDock received its
 * queued files.
 */
const checkEveryMs = 3000
const checkForMs = 120_000

/**
 * The files of the current round; `watchesLoanDock` reloads them while files
 * are queued for LoanDock.
 */
export const useDocuments = (slvId: string, watchesLoanDock: boolean) => {
  const watched = useRef({ ids: '', since: 0 })
  return useQuery({
    ...documentsQuery(slvId),
    refetchInterval: ({ state }) => {
      if (!watchesLoanDock || !state.data) return false
      const documents = [
        ...state.data.documents,
        ...(state.data.underwriterDocuments ?? []),
      ]
      const ids = documents
        .flatMap(({ id, ldpState }) => (ldpState === 'QUEUED' ? [id] : []))
        .join(' ')
      if (ids === '') return false
      if (ids !== watched.current.ids)
        watched.current = { ids, since: performance.now() }
      return performance.now() - watched.current.since < checkForMs
        ? checkEveryMs
        : false
    },
  })
}

/**
 * Which kind of files the user can add to an SLV now, so that an upload area is
 * shown; the server decides.
 */
export const useUploadKind = (
  slv: Pick<SlvDetail, 'status' | 'sellerId' | 'underwriterId'>,
): DocumentKind | null => {
  const { id, role } = useProfile()
  const isOwn = {
    SELLER: role === 'SELLER' && slv.sellerId === id,
    UNDERWRITER: role === 'UNDERWRITER' && slv.underwriterId === id,
  }
  return (
    documentKinds.find(
      (kind) => isOwn[kind] && uploads[kind].isOpen(slv.status),
    ) ?? null
  )
}

/** The files of all rounds. */
export const allDocumentsQuery = (id: string) =>
  endpointQuery([...slvKey, 'all-documents', id], api.listAllDocuments, {
    params: { id },
  })

/** The details of one file. */
export const documentQuery = (id: string, documentId: string) =>
  endpointQuery([...slvKey, 'document', id, documentId], api.getDocument, {
    params: { id, documentId },
  })

/** The page sizes of a picture. */
export const documentPagesQuery = (id: string, documentId: string) =>
  endpointQuery(
    [...slvKey, 'document-pages', id, documentId],
    api.getDocumentPages,
    {
      params: { id, documentId },
      staleTime: Number.POSITIVE_INFINITY,
    },
  )

/** The decoded parts of an email. */
export const documentEmailQuery = (id: string, documentId: string) =>
  endpointQuery(
    [...slvKey, 'document-email', id, documentId],
    api.getDocumentEmail,
    {
      params: { id, documentId },
      staleTime: Number.POSITIVE_INFINITY,
    },
  )

export const documentPageAddress = (
  id: string,
  documentId: string,
  page: number,
) => buildAddress(api.getDocumentPage.path, { id, documentId, page })

/** The address of a file's content, to show it or to save it. */
export const bytesAddress = (
  id: string,
  documentId: string,
  disposition: 'inline' | 'attachment',
) =>
  buildAddress(api.downloadDocument.path, { id, documentId }, { disposition })

/** Deletes a file. */
export const useDeleteDocument = (id: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    scope: inTurn(id),
    mutationFn: (documentId: string) =>
      call(
        api.deleteDocument,
        { params: { id, documentId } },
        matching(versionSeen(queryClient, id)),
      ),
    meta: documentMessages.delete,
    onSuccess: ({ slvVersion }, documentId) => {
      const others = (list: SlvDocument[]) =>
        list.filter((document) => document.id !== documentId)
      queryClient.setQueryData(
        documentsQuery(id).queryKey,
        (listed) =>
          listed && {
            documents: others(listed.documents),
            ...(listed.underwriterDocuments && {
              underwriterDocuments: others(listed.underwriterDocuments),
            }),
          },
      )
      return afterItem(queryClient, id, slvVersion)
    },
    onError: () => readSlvsAgain(queryClient),
  })
}

type Files = {
  documents: readonly SlvDocument[]
  underwriterDocuments?: readonly SlvDocument[] | undefined
}

/** The files of both sides that the user sees. */
export const allFiles = ({
  documents,
  underwriterDocuments = [],
}: Files): readonly SlvDocument[] => [...documents, ...underwriterDocuments]

/** The files of this and earlier rounds, any of which may support a factor. */
export const useSupportingFiles = (
  slv: Pick<SlvDetail, 'id' | 'resubmitCount'>,
): readonly SlvDocument[] => {
  const current = useDocuments(slv.id, false)
  const all = useQuery({
    ...allDocumentsQuery(slv.id),
    enabled: slv.resubmitCount > 0,
  })
  const earlier = all.data
    ? allFiles(all.data).filter(
        (file) => file.resubmitCount < slv.resubmitCount,
      )
    : []
  return [...(current.data ? allFiles(current.data) : []), ...earlier]
}

/** Whether and how a file supports a factor. */
export const findSupport = ({ supports }: SlvDocument, factor: string) =>
  supports.find((support) => isSameFactor(support.factor, factor))

/** Attaches a file to a factor, or detaches it. */
export const useSetFactors = (id: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    scope: inTurn(id),
    mutationFn: ({
      file,
      factor,
      isAttached,
    }: {
      file: SlvDocument
      factor: string
      isAttached: boolean
    }) => {
      const others = file.supports
        .map((support) => support.factor)
        .filter((name) => !isSameFactor(name, factor))
      const factors = isAttached ? [...others, factor] : others
      const params = { id, documentId: file.id }
      return call(
        api.setDocumentFactors,
        { params, body: { factors } },
        matching(versionSeen(queryClient, id)),
      )
    },
    meta: { failed: documentMessages.setFactors.failed },
    onSuccess: ({ slvVersion }) => afterItem(queryClient, id, slvVersion),
    onSettled: () => readSlvsAgain(queryClient),
  })
}

/** Verifies a file for a factor, or removes the verification. */
export const useVerifyFactor = (id: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    scope: inTurn(id),
    mutationFn: ({
      documentId,
      ...body
    }: {
      documentId: string
      factor: string
      isVerified: boolean
    }) =>
      call(
        api.verifyDocumentFactor,
        { params: { id, documentId }, body },
        matching(versionSeen(queryClient, id)),
      ),
    meta: { failed: documentMessages.verifyFactor.failed },
    onSuccess: ({ slvVersion }) => afterItem(queryClient, id, slvVersion),
    onSettled: () => readSlvsAgain(queryClient),
  })
}

/** Answers a requested document without a new file. */
export const useAnswerDocument = (id: string) => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  return useMutation({
    scope: inTurn(id),
    mutationFn: ({
      pendingId,
      body,
    }: {
      pendingId: string
      body: z.input<typeof api.AnswerBody>
    }) =>
      call(
        api.answerPendingDocument,
        { params: { id, pendingId }, body },
        { intent, ...matching(versionSeen(queryClient, id)) },
      ),
    meta: documentMessages.answer,
    onSuccess: (slv) => queryClient.setQueryData(slvQuery(id).queryKey, slv),
    onSettled: () => void readSlvsAgain(queryClient),
  })
}

type Answered = { pendingId: string; body: z.input<typeof api.AnswerBody> }

/**
 * Withdraws an answer to a requested document before it is sent. The toast
 * offers to save it again.
 */
export const useWithdrawAnswer = (id: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    scope: inTurn(id),
    mutationFn: ({ pendingId }: Answered) =>
      call(
        api.withdrawPendingAnswer,
        { params: { id, pendingId } },
        matching(versionSeen(queryClient, id)),
      ),
    meta: {
      ...documentMessages.withdraw,
      done: (_slv: SlvDetail, answered: Answered) => ({
        message: documentMessages.withdraw.done,
        action: {
          label: 'Undo',
          run: () => saveAgain(queryClient, id, answered),
        },
      }),
    },
    onSuccess: (slv) => queryClient.setQueryData(slvQuery(id).queryKey, slv),
    onSettled: () => void readSlvsAgain(queryClient),
  })
}

/** The row may be gone by the time of the toast, so this can't be a hook. */
const saveAgain = (
  queryClient: QueryClient,
  id: string,
  { pendingId, body }: Answered,
) => {
  const intent = createIntent()
  const mutation = queryClient.getMutationCache().build(queryClient, {
    scope: inTurn(id),
    mutationFn: () =>
      call(
        api.answerPendingDocument,
        { params: { id, pendingId }, body },
        { intent },
      ),
    meta: documentMessages.answer,
    onSuccess: (slv) => queryClient.setQueryData(slvQuery(id).queryKey, slv),
    onSettled: () => void readSlvsAgain(queryClient),
  })
  // The toast says why it failed.
  void mutation.execute(undefined).catch(() => undefined)
}

/** Accepts the seller's answer to a requested document. */
export const useAcceptAnswer = (id: string) => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  return useMutation({
    scope: inTurn(id),
    mutationFn: (pendingId: string) =>
      call(
        api.acceptPendingAnswer,
        { params: { id, pendingId } },
        { intent, ...matching(versionSeen(queryClient, id)) },
      ),
    meta: documentMessages.accept,
    onSuccess: (slv) => queryClient.setQueryData(slvQuery(id).queryKey, slv),
    onSettled: () => void readSlvsAgain(queryClient),
  })
}

/** Sends a file to LoanDock again. */
export const useSendToLoanDock = (id: string) => {
  const intent = useIntent()
  return useMutation({
    mutationFn: (documentId: string) =>
      call(api.sendToLdp, { params: { id, documentId } }, { intent }),
    meta: { ...documentMessages.send, changes: [slvKey] },
  })
}

/**
 * Downloads a file. Its details are loaded first, so that an error appears here
 * and not in the browser's downloads.
 */
export const useDownload = (id: string) =>
  useMutation({
    mutationFn: (documentId: string) =>
      call(api.getDocument, { params: { id, documentId } }),
    meta: documentMessages.download,
    onSuccess: (_document, documentId) =>
      saveFile(bytesAddress(id, documentId, 'attachment')),
  })
