import { z } from 'zod'
import { keysOf } from '../lib/typed.ts'

/** What is taken in (product.md §3), each by what its content is. */
export const documentTypes = {
  PDF: { label: 'PDF', extensions: ['pdf'], mime: 'application/pdf', preview: 'PDF' },
  PNG: { label: 'PNG', extensions: ['png'], mime: 'image/png', preview: 'IMAGE' },
  JPEG: { label: 'JPEG', extensions: ['jpg', 'jpeg'], mime: 'image/jpeg', preview: 'IMAGE' },
  // No browser shows a TIFF by itself: the page decodes it.
  TIFF: { label: 'TIFF', extensions: ['tif', 'tiff'], mime: 'image/tiff', preview: 'TIFF' },
  DOCX: {
    label: 'Word',
    extensions: ['docx'],
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    preview: null,
  },
  XLSX: {
    label: 'Excel',
    extensions: ['xlsx'],
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    preview: null,
  },
  CSV: { label: 'CSV', extensions: ['csv'], mime: 'text/csv; charset=utf-8', preview: 'TEXT' },
  TXT: { label: 'Text', extensions: ['txt'], mime: 'text/plain; charset=utf-8', preview: 'TEXT' },
  EML: { label: 'E-mail', extensions: ['eml'], mime: 'message/rfc822', preview: 'TEXT' },
} as const satisfies Record<
  string,
  { label: string; extensions: readonly string[]; mime: string; preview: 'PDF' | 'IMAGE' | 'TIFF' | 'TEXT' | null }
>
export type DocumentType = keyof typeof documentTypes
export const DocumentType = z.enum(keysOf(documentTypes))
export const documentMediaTypes = Object.values(documentTypes).map(({ mime }) => mime)

/** Bytes of one file: 50 MB. */
export const maxDocumentBytes = 52_428_800

/** Files that one SLV holds at most, of all rounds. */
export const maxDocuments = 300

/** The extensions that a file chooser offers: '.pdf,.png,…'. */
export const acceptedExtensions = Object.values(documentTypes)
  .flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`))
  .join(',')

/** SELLER: the seller's, for both sides. UNDERWRITER: the buyer's own, but for one that is an example of what is asked. */
export const documentKinds = ['SELLER', 'UNDERWRITER'] as const
export const DocumentKind = z.enum(documentKinds)
export type DocumentKind = z.infer<typeof DocumentKind>

/** What a PDF contains besides its pages, shown as labels. Previews run none of it. */
export const documentFacts = ['SCRIPTS', 'ATTACHMENTS', 'OUTSIDE', 'RESTRICTED'] as const
export const DocumentFact = z.enum(documentFacts)
export type DocumentFact = z.infer<typeof DocumentFact>
export const documentFactLabels: Record<DocumentFact, string> = {
  SCRIPTS: 'Contains scripts',
  ATTACHMENTS: 'Contains attachments',
  OUTSIDE: 'Submits data or opens outside files',
  RESTRICTED: 'Restricted by its author',
}

/** On its way to LoanDock. */
export const ldpStates = ['QUEUED', 'SENT', 'FAILED'] as const
export const LdpState = z.enum(ldpStates)
export type LdpState = z.infer<typeof LdpState>
export const ldpStateLabels: Record<LdpState, string> = { QUEUED: 'Queued', SENT: 'Sent', FAILED: 'Failed' }

export const documentActions = ['delete', 'send-to-ldp'] as const
export type DocumentAction = (typeof documentActions)[number]

const at = z.iso.datetime()

/** A file of an SLV. `size` in bytes. `ldpError` says why LoanDock does not have it; the buyer's people alone get it. */
export const SlvDocument = z.object({
  id: z.uuid(),
  kind: DocumentKind,
  name: z.string(),
  type: DocumentType,
  size: z.number().int(),
  /** What a PDF contains besides its pages. */
  facts: z.array(DocumentFact).default([]),
  /** Null for files other than PDF, and for PDFs uploaded before pages were counted. */
  pageCount: z.number().int().nullable().default(null),
  pendingDocumentId: z.uuid().nullable(),
  resubmitCount: z.number().int(),
  uploadedById: z.uuid(),
  uploadedByName: z.string(),
  uploadedAt: at,
  ldpState: LdpState,
  ldpSentAt: at.nullable(),
  ldpError: z.string().nullable().optional(),
  availableActions: z.array(z.enum(documentActions)),
})
export type SlvDocument = z.infer<typeof SlvDocument>
