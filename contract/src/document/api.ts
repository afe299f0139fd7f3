import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { Paging, pageOf } from '../lib/paging.ts'
import { SlvDetail } from '../slv/answers.ts'
import { seesSlvs } from '../slv/table-mode.ts'
import { slvTransitions } from '../slv/transitions.ts'
import { isSeller, isUnderwriter } from '../user/policy.ts'
import { DocumentType, documentMediaTypes, SlvDocument } from './model.ts'

const tag = 'SLV documents'
const params = z.object({ id: z.uuid() })
const one = z.object({ id: z.uuid(), documentId: z.uuid() })

/** `slvVersion` is the SLV's version after the change, for the next If-Match. */
const afterChange = { slvVersion: z.number().int() }
const Documents = z.object({ documents: z.array(SlvDocument) })
/** Absent for sellers. */
const UnderwriterDocuments = z.object({ underwriterDocuments: z.array(SlvDocument) })

export const listDocuments = endpoint({
  method: 'GET',
  path: '/v1/proxy-loan/:id/documents',
  summary: "The files of the present round; the underwriter's own for the buyer's people alone",
  tag,
  access: seesSlvs,
  about: 'SLV',
  params,
  response: Documents.extend(UnderwriterDocuments.partial().shape),
})

/** Multipart, field `file`: one request for each file. `documents` are all of the present round, with the new one. */
export const uploadDocument = endpoint({
  method: 'POST',
  path: '/v1/proxy-loan/:id/documents',
  summary: 'Bring a file as the seller (multipart, field file)',
  tag,
  access: isSeller,
  about: 'SLV',
  takesFile: true,
  params,
  response: Documents.extend(afterChange),
})

export const uploadUnderwriterDocument = endpoint({
  method: 'POST',
  path: '/v1/proxy-loan/:id/documents/underwriter-documents',
  summary: 'Bring a file as the assigned underwriter (multipart, field file)',
  tag,
  access: isUnderwriter,
  about: 'SLV',
  takesFile: true,
  params,
  response: UnderwriterDocuments.extend(afterChange),
})

/** The last asked document that gets its file moves the SLV on. */
export const uploadPendingDocument = endpoint({
  method: 'POST',
  path: '/v1/proxy-loan/:id/documents/upload-pending-documents',
  summary: 'Upload a requested document (multipart field `file`)',
  tag,
  access: slvTransitions['upload-pending-documents'].access,
  about: 'SLV',
  takesFile: true,
  params,
  /** If omitted: the only requested document without a file, or the one with the same name as the file. */
  query: z.object({ pendingDocumentId: z.uuid().optional() }),
  response: SlvDetail,
})

export const deleteDocument = endpoint({
  method: 'DELETE',
  path: '/v1/proxy-loan/:id/document/:documentId',
  summary: 'Take a file away; the history keeps that it was there',
  tag,
  access: seesSlvs,
  about: 'SLV_DOCUMENT',
  takesIfMatch: true,
  params: one,
  response: z.object(afterChange),
})

export const sendToLdp = endpoint({
  method: 'POST',
  path: '/v1/proxy-loan/:id/document/:documentId/send-to-ldp',
  summary: 'Send a file to LoanDock again',
  tag,
  access: isUnderwriter,
  about: 'SLV_DOCUMENT',
  params: one,
  response: SlvDocument,
})

/**
 * Answers bytes, so it is served beside `serve`: attachment, or inline for `disposition=inline` and a type that can be
 * previewed; sandboxed, nosniff. Ranges are honoured.
 */
export const downloadDocument = endpoint({
  method: 'GET',
  path: '/v1/proxy-loan/:id/documents/:documentId/download',
  summary: 'The file itself',
  tag,
  access: seesSlvs,
  about: 'SLV_DOCUMENT',
  answersFile: { types: documentMediaTypes, takesRange: true },
  params: one,
  query: z.object({ disposition: z.enum(['attachment', 'inline']).default('attachment') }),
  response: z.unknown(),
})

/** One file's particulars, for the preview: of any round, if the asker may see it. */
export const getDocument = endpoint({
  method: 'GET',
  path: '/v1/proxy-loan/:id/document/:documentId',
  summary: 'What a file is',
  tag,
  access: seesSlvs,
  about: 'SLV_DOCUMENT',
  params: one,
  response: SlvDocument,
})

export const listAllDocuments = endpoint({
  method: 'GET',
  path: '/v1/proxy-loan/:id/all-documents',
  summary: 'The files of all rounds, newest first',
  tag,
  access: seesSlvs,
  about: 'SLV',
  params,
  response: Documents.extend(UnderwriterDocuments.partial().shape),
})

/** What happened to files: one line for each that came or went, newest first. */
export const DocumentEvent = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actorName: z.string(),
  action: z.enum(['ADDED', 'DELETED']),
  documentId: z.uuid(),
  name: z.string(),
  type: DocumentType,
  resubmitCount: z.number().int(),
  isThere: z.boolean(),
})
export type DocumentEvent = z.infer<typeof DocumentEvent>

export const listDocumentHistory = endpoint({
  method: 'GET',
  path: '/v1/proxy-loan-history/:id/documents',
  summary: 'Files that came and went, by page (one-based)',
  tag: 'SLV history',
  access: seesSlvs,
  about: 'SLV',
  params,
  query: Paging,
  response: pageOf(DocumentEvent),
})
