import { z } from 'zod'
import { del, get, post } from '../lib/endpoint.ts'
import { Paging, pageOf } from '../lib/paging.ts'
import { SlvDetail } from '../slv/answers.ts'
import { seesSlvs } from '../slv/table-mode.ts'
import { slvTransitions } from '../slv/transitions.ts'
import { isSeller, isUnderwriter } from '../user/policy.ts'
import {
  DocumentType,
  documentMediaTypes,
  drawnPageType,
  PicturePages,
  pageNumber,
  pageRefusals,
  SlvDocument,
  storedFileRefusals,
} from './model.ts'

const tag = 'SLV documents'
const ofDocument = { tag, access: seesSlvs, about: 'SLV_DOCUMENT' } as const
const params = z.object({ id: z.uuid() })
const one = z.object({ id: z.uuid(), documentId: z.uuid() })

/** `slvVersion` is the SLV's version after the change, for the next If-Match. */
const afterChange = { slvVersion: z.number().int() }
const Documents = z.object({ documents: z.array(SlvDocument) })
const UnderwriterDocuments = z.object({ underwriterDocuments: z.array(SlvDocument) })

export const listDocuments = get(
  '/v1/proxy-loan/:id/documents',
  'The files of the current round; underwriter documents only for the buyer’s staff',
  { tag, access: seesSlvs, about: 'SLV', params, response: Documents.extend(UnderwriterDocuments.partial().shape) },
)

/** Multipart, field `file`, one file per request. Returns all `documents` of the current round. */
export const uploadDocument = post(
  '/v1/proxy-loan/:id/documents',
  'Upload a file as the seller (multipart field `file`)',
  { tag, access: isSeller, about: 'SLV', takesFile: true, params, response: Documents.extend(afterChange) },
)

export const uploadUnderwriterDocument = post(
  '/v1/proxy-loan/:id/documents/underwriter-documents',
  'Upload a file as the assigned underwriter (multipart field `file`)',
  {
    tag,
    access: isUnderwriter,
    about: 'SLV',
    takesFile: true,
    params,
    response: UnderwriterDocuments.extend(afterChange),
  },
)

/** The upload of the last missing document changes the status of the SLV. */
export const uploadPendingDocument = post(
  '/v1/proxy-loan/:id/documents/upload-pending-documents',
  'Upload a requested document (multipart field `file`)',
  {
    tag,
    access: slvTransitions['upload-pending-documents'].access,
    about: 'SLV',
    takesFile: true,
    params,
    /** If omitted: the only requested document without a file, or the one with the same name as the file. */
    query: z.object({ pendingDocumentId: z.uuid().optional() }),
    response: SlvDetail,
  },
)

export const deleteDocument = del(
  '/v1/proxy-loan/:id/document/:documentId',
  'Delete a file; the history keeps a record of it',
  { ...ofDocument, takesIfMatch: true, params: one, response: z.object(afterChange) },
)

export const sendToLdp = post('/v1/proxy-loan/:id/document/:documentId/send-to-ldp', 'Send a file to LoanDock again', {
  tag,
  access: isUnderwriter,
  about: 'SLV_DOCUMENT',
  params: one,
  response: SlvDocument,
})

/** An attachment, or inline for `disposition=inline` and a type with a preview; sandboxed, nosniff. Supports ranges. */
export const downloadDocument = get('/v1/proxy-loan/:id/documents/:documentId/download', 'Download a file', {
  ...ofDocument,
  answersFile: { types: documentMediaTypes, takesRange: true },
  refuses: storedFileRefusals,
  params: one,
  query: z.object({ disposition: z.enum(['attachment', 'inline']).default('attachment') }),
  response: z.unknown(),
})

/** Refused (400) for a file that isn't a picture or can't be rendered. */
export const getDocumentPages = get(
  '/v1/proxy-loan/:id/documents/:documentId/pages',
  'The page sizes of a PNG, JPEG or TIFF',
  { ...ofDocument, refuses: pageRefusals, params: one, response: PicturePages },
)

export const getDocumentPage = get(
  '/v1/proxy-loan/:id/documents/:documentId/pages/:page',
  'One page of a PNG, JPEG or TIFF as a WebP image of at most 2,000 pixels on its longer side',
  {
    ...ofDocument,
    answersFile: { types: [drawnPageType] },
    refuses: pageRefusals,
    params: one.extend({ page: pageNumber }),
    response: z.unknown(),
  },
)

/** The details of a file of any round that the caller may see. */
export const getDocument = get('/v1/proxy-loan/:id/document/:documentId', 'The details of a file', {
  ...ofDocument,
  params: one,
  response: SlvDocument,
})

export const listAllDocuments = get('/v1/proxy-loan/:id/all-documents', 'The files of all rounds, newest first', {
  tag,
  access: seesSlvs,
  about: 'SLV',
  params,
  response: Documents.extend(UnderwriterDocuments.partial().shape),
})

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

export const listDocumentHistory = get(
  '/v1/proxy-loan-history/:id/documents',
  'Added and deleted files (one-based pages)',
  { tag: 'SLV history', access: seesSlvs, about: 'SLV', params, query: Paging, response: pageOf(DocumentEvent) },
)
