import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { required, text } from '../lib/fields.ts'
import { createPageSchema, Paging } from '../lib/paging.ts'
import { SlvDetail } from '../slv/answers.ts'
import { seesSlvs } from '../slv/table-mode.ts'
import { slvTransitions } from '../slv/transitions.ts'
import { anyOf, isSeller, isUnderwriter } from '../user/policy.ts'
import * as model from './model.ts'

/**
 * ALREADY_SENT names a file of the seller, also of an earlier round; CANNOT
 * gives the reason.
 */
export const AnswerBody = z
  .object({
    kind: model.AnswerKind.describe(
      'ALREADY_SENT needs `documentId`, CANNOT needs `reason`',
    ),
    documentId: z
      .uuid()
      .optional()
      .describe('A file of the seller, also of an earlier round'),
    reason: text(1000, 1)
      .optional()
      .describe('Why the document can’t be provided'),
  })
  .superRefine(({ kind, documentId, reason }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    const isSent = kind === 'ALREADY_SENT'
    if (isSent && documentId === undefined)
      refuse('documentId', 'Choose a document')
    if (!isSent && documentId !== undefined)
      refuse('documentId', 'Only for a document that was already sent')
    if (!isSent && reason === undefined) refuse('reason', required)
    if (isSent && reason !== undefined)
      refuse('reason', 'Only for a document that you can’t provide')
  })

const documents = createEndpoints({
  tag: 'SLV documents',
  access: seesSlvs,
  about: 'SLV_DOCUMENT',
})
const slvs = createEndpoints({
  tag: 'SLV documents',
  access: seesSlvs,
  about: 'SLV',
})

/**
 * `slvVersion` is the SLV's version after the change, for the next If-Match.
 */
const afterChange = {
  slvVersion: z
    .number()
    .int()
    .describe('The version of the SLV after the change, for the next If-Match'),
}
const Documents = z.object({
  documents: z.array(model.SlvDocument).describe('The seller’s files'),
})
const UnderwriterDocuments = z.object({
  underwriterDocuments: z
    .array(model.SlvDocument)
    .describe('The buyer’s files; absent for sellers'),
})

export const listDocuments = slvs.get(
  '/v1/proxy-loan/:id/documents',
  'The files of the current round; underwriter documents only for the buyer’s staff',
  {
    response: Documents.extend(UnderwriterDocuments.partial().shape),
  },
)

/**
 * Multipart, field `file`, one file per request. Returns all `documents` of the
 * current round.
 */
export const uploadDocument = slvs.post(
  '/v1/proxy-loan/:id/documents',
  'Upload a file as the seller (multipart field `file`)',
  {
    isPublished: true,
    access: isSeller,
    takesFile: true,
    response: Documents.extend(afterChange),
  },
)

export const uploadUnderwriterDocument = slvs.post(
  '/v1/proxy-loan/:id/documents/underwriter-documents',
  'Upload a file as the assigned underwriter (multipart field `file`)',
  {
    isPublished: true,
    access: isUnderwriter,
    takesFile: true,
    response: UnderwriterDocuments.extend(afterChange),
  },
)

/**
 * The upload of the last missing document changes the status of the SLV, unless
 * `send` is false.
 */
export const uploadPendingDocument = slvs.post(
  '/v1/proxy-loan/:id/documents/upload-pending-documents',
  'Upload a requested document (multipart field `file`)',
  {
    isPublished: true,
    access: slvTransitions['upload-pending-documents'].access,
    takesFile: true,
    /**
     * If omitted: the only requested document without a file, or the one with
     * the same name as the file.
     */
    query: z.object({
      pendingDocumentId: z.uuid().optional(),
      send: z.stringbool().default(true),
    }),
    response: SlvDetail,
  },
)

const requestedDocument = { id: z.uuid(), pendingId: z.uuid() }

/**
 * Replaces an earlier answer. The request stays with the seller until
 * send-pending-documents.
 */
export const answerPendingDocument = slvs.post(
  '/v1/proxy-loan/:id/pending-documents/:pendingId/answer',
  'Answer a requested document without a new file',
  {
    isPublished: true,
    access: slvTransitions['upload-pending-documents'].access,
    takesIfMatch: true,
    params: z.object(requestedDocument),
    body: AnswerBody,
    response: SlvDetail,
  },
)

export const withdrawPendingAnswer = slvs.del(
  '/v1/proxy-loan/:id/pending-documents/:pendingId/answer',
  'Withdraw the answer to a requested document before it is sent',
  {
    isPublished: true,
    access: slvTransitions['upload-pending-documents'].access,
    takesIfMatch: true,
    params: z.object(requestedDocument),
    response: SlvDetail,
  },
)

export const acceptPendingAnswer = slvs.post(
  '/v1/proxy-loan/underwriter/:id/pending-documents/:pendingId/accept',
  'Accept the seller’s answer to a requested document',
  {
    access: isUnderwriter,
    takesIfMatch: true,
    params: z.object(requestedDocument),
    response: SlvDetail,
  },
)

export const deleteDocument = documents.del(
  '/v1/proxy-loan/:id/document/:documentId',
  'Delete a file; the history keeps a record of it',
  { isPublished: true, takesIfMatch: true, response: z.object(afterChange) },
)

export const sendToLdp = documents.post(
  '/v1/proxy-loan/:id/document/:documentId/send-to-ldp',
  'Send a file to LoanDock again',
  { access: isUnderwriter, response: model.SlvDocument },
)

/**
 * Replaces the compensating factors that a file supports. A verification is
 * kept for a factor that stays.
 */
export const setDocumentFactors = documents.put(
  '/v1/proxy-loan/:id/document/:documentId/factors',
  'Attach a file to compensating factors from the catalog that need a document',
  {
    isPublished: true,
    access: anyOf(isSeller, isUnderwriter),
    takesIfMatch: true,
    body: z.object({
      factors: z
        .array(text(120, 1))
        .max(20)
        .describe('The labels of all factors that it supports'),
    }),
    response: model.SlvDocument.extend(afterChange),
  },
)

/** A factor that needs a document counts only once its file is verified. */
export const verifyDocumentFactor = documents.post(
  '/v1/proxy-loan/:id/document/:documentId/verify-factor',
  'Verify a file for a compensating factor, or remove the verification',
  {
    access: isUnderwriter,
    takesIfMatch: true,
    body: z.object({ factor: text(120, 1), isVerified: z.boolean() }),
    response: model.SlvDocument.extend(afterChange),
  },
)

/**
 * An attachment, or inline for `disposition=inline` and a type with a preview;
 * sandboxed, nosniff. Supports ranges.
 */
export const downloadDocument = documents.get(
  '/v1/proxy-loan/:id/documents/:documentId/download',
  'Download a file',
  {
    isPublished: true,
    answersFile: { types: model.documentMediaTypes, takesRange: true },
    refuses: model.storedFileRefusals,
    query: z.object({
      disposition: z.enum(['attachment', 'inline']).default('attachment'),
    }),
    response: z.unknown(),
  },
)

/** Refused (400) for a file that isn't a picture or can't be rendered. */
export const getDocumentPages = documents.get(
  '/v1/proxy-loan/:id/documents/:documentId/pages',
  'The page sizes of a PNG, JPEG, TIFF or HEIC',
  { refuses: model.pageRefusals, response: model.PicturePages },
)

export const getDocumentPage = documents.get(
  '/v1/proxy-loan/:id/documents/:documentId/pages/:page',
  'One page of a PNG, JPEG, TIFF or HEIC as a WebP image of at most 2,000 pixels on its longer side',
  {
    answersFile: { types: [model.drawnPageType] },
    refuses: model.pageRefusals,
    params: z.object({
      id: z.uuid(),
      documentId: z.uuid(),
      page: model.pageNumber,
    }),
    response: z.unknown(),
  },
)

/** Returns 400 for a file that isn't an email or can't be read. */
export const getDocumentEmail = documents.get(
  '/v1/proxy-loan/:id/documents/:documentId/email',
  'The decoded headers and text of an email, and its list of attachments',
  { refuses: model.pageRefusals, response: model.EmailPreview },
)

/** The details of a file of any round that the caller may see. */
export const getDocument = documents.get(
  '/v1/proxy-loan/:id/document/:documentId',
  'The details of a file',
  {
    response: model.SlvDocument,
  },
)

export const listAllDocuments = slvs.get(
  '/v1/proxy-loan/:id/all-documents',
  'The files of all rounds, newest first',
  {
    isPublished: true,
    response: Documents.extend(UnderwriterDocuments.partial().shape),
  },
)

export const DocumentEvent = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actorName: z.string(),
  action: z.enum(['ADDED', 'DELETED']),
  documentId: z.uuid(),
  name: z.string(),
  type: model.DocumentType,
  resubmitCount: z.number().int(),
  isThere: z.boolean(),
})
export type DocumentEvent = z.infer<typeof DocumentEvent>

export const listDocumentHistory = slvs.get(
  '/v1/proxy-loan-history/:id/documents',
  'Added and deleted files (one-based pages)',
  {
    tag: 'SLV history',
    query: Paging,
    response: createPageSchema(DocumentEvent),
  },
)
