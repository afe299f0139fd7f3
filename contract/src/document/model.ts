import { z } from 'zod'
import { text } from '../lib/fields.ts'
import { getKeys } from '../lib/typed.ts'

/** The accepted file types (product.md §3). The type is found by content. */
export const documentTypes = {
  PDF: {
    label: 'PDF',
    extensions: ['pdf'],
    mime: 'application/pdf',
    preview: 'PDF',
  },
  PNG: {
    label: 'PNG',
    extensions: ['png'],
    mime: 'image/png',
    preview: 'PICTURE',
  },
  JPEG: {
    label: 'JPEG',
    extensions: ['jpg', 'jpeg', 'jfif', 'jpe'],
    mime: 'image/jpeg',
    preview: 'PICTURE',
  },
  TIFF: {
    label: 'TIFF',
    extensions: ['tif', 'tiff'],
    mime: 'image/tiff',
    preview: 'PICTURE',
  },
  HEIC: {
    label: 'HEIC',
    extensions: ['heic', 'heif'],
    mime: 'image/heic',
    preview: 'PICTURE',
  },
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
  CSV: {
    label: 'CSV',
    extensions: ['csv'],
    mime: 'text/csv; charset=utf-8',
    preview: 'TEXT',
  },
  TXT: {
    label: 'Text',
    extensions: ['txt'],
    mime: 'text/plain; charset=utf-8',
    preview: 'TEXT',
  },
  EML: {
    label: 'Email',
    extensions: ['eml'],
    mime: 'message/rfc822',
    preview: 'EMAIL',
  },
} as const satisfies Record<
  string,
  {
    label: string
    extensions: readonly string[]
    mime: string
    preview: 'PDF' | 'PICTURE' | 'TEXT' | 'EMAIL' | null
  }
>
export type DocumentType = keyof typeof documentTypes
export const DocumentType = z.enum(getKeys(documentTypes))
export const documentMediaTypes = Object.values(documentTypes).map(
  ({ mime }) => mime,
)

/** A stored file with a virus. */
export const storedFileRefusals = ['conflict'] as const
/** Not a picture, a virus, too many waiting, or no space. */
export const pageRefusals = [
  'bad_request',
  ...storedFileRefusals,
  'too_many_requests',
  'no_room',
] as const

export const drawnPageType = 'image/webp'

/**
 * The pages of a PNG, JPEG, TIFF or HEIC, upright: the size of each on paper,
 * in points (1/72 inch).
 */
export const PicturePages = z.object({
  pages: z.array(z.object({ width: z.number(), height: z.number() })),
})
export type PicturePages = z.infer<typeof PicturePages>

const EmailAddress = z.object({ name: z.string(), address: z.string() })

/** A decoded email, without HTML or the contents of attachments. */
export const EmailPreview = z.object({
  subject: z.string(),
  date: z.string().nullable().describe("As sent, if it isn't a date"),
  from: z.array(EmailAddress),
  to: z.array(EmailAddress),
  cc: z.array(EmailAddress),
  text: z.string(),
  isCut: z.boolean().describe('Whether the text is longer than what is shown'),
  attachments: z.array(
    z.object({ name: z.string(), type: z.string(), size: z.number().int() }),
  ),
})
export type EmailPreview = z.infer<typeof EmailPreview>

/** The number of a page, from 1, in the path of a call. */
export const pageNumber = z.coerce.number().int().min(1).max(2000)

export const maxDocumentBytes = 52_428_800

export const maxDocuments = 300

/** Hours between two reminders of requested documents: one a working day. */
export const reminderHours = 12

/** For file inputs: '.pdf,.png,…'. */
export const acceptedExtensions = Object.values(documentTypes)
  .flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`))
  .join(',')

/**
 * SELLER: visible to both sides. UNDERWRITER: visible to the buyer's staff, and
 * to the seller if it is an example.
 */
export const documentKinds = ['SELLER', 'UNDERWRITER'] as const
export const DocumentKind = z.enum(documentKinds)
export type DocumentKind = z.infer<typeof DocumentKind>

/**
 * What a PDF contains besides its pages, shown as labels. Previews run none of
 * it.
 */
export const documentFacts = [
  'SCRIPTS',
  'ATTACHMENTS',
  'OUTSIDE',
  'RESTRICTED',
] as const
export const DocumentFact = z.enum(documentFacts)
export type DocumentFact = z.infer<typeof DocumentFact>
export const documentFactLabels: Record<DocumentFact, string> = {
  SCRIPTS: 'Contains scripts',
  ATTACHMENTS: 'Contains attachments',
  OUTSIDE: 'Submits data or opens external files',
  RESTRICTED: 'Restricted by its author',
}

export const LdpState = z.enum(['QUEUED', 'SENT', 'FAILED'])
export type LdpState = z.infer<typeof LdpState>
export const ldpStateLabels: Record<LdpState, string> = {
  QUEUED: 'Queued',
  SENT: 'Sent',
  FAILED: 'Failed',
}

/** How a seller answers a requested document without a new file. */
export const answerKindLabels = {
  ALREADY_SENT: 'Already sent',
  CANNOT: 'Can’t provide',
} as const
export const AnswerKind = z.enum(getKeys(answerKindLabels))
export type AnswerKind = z.infer<typeof AnswerKind>

/**
 * What the underwriter made of a requested document: accepted the answer,
 * requested it again, or went on without it.
 */
export const outcomeLabels = {
  ACCEPTED: 'Accepted',
  ASKED_AGAIN: 'Requested again',
  WAIVED: 'No longer needed',
} as const
export const RequestOutcome = z.enum(getKeys(outcomeLabels))
export type RequestOutcome = z.infer<typeof RequestOutcome>

export const documentActions = [
  'delete',
  'send-to-ldp',
  'set-factors',
  'verify-factor',
] as const
export type DocumentAction = (typeof documentActions)[number]

const at = z.iso.datetime()

/**
 * The seller's answer to a requested document. `document` is the file that they
 * already sent; `reason` says why they can't provide it.
 */
export const DocumentAnswer = z.object({
  kind: AnswerKind,
  document: z
    .object({ id: z.uuid(), name: z.string(), type: DocumentType })
    .nullable(),
  reason: z.string().nullable(),
  answeredAt: at,
  answeredByName: z.string(),
})
export type DocumentAnswer = z.infer<typeof DocumentAnswer>

/**
 * A compensating factor (its label) that a file supports. It counts once an
 * underwriter has verified the file for it.
 */
export const FactorSupport = z.object({
  factor: text(120, 1),
  verifiedAt: at.nullable(),
  verifiedByName: z.string().nullable(),
})
export type FactorSupport = z.infer<typeof FactorSupport>

/**
 * A file of an SLV. `size` in bytes. `ldpError` says why LoanDock does not have
 * it; only the buyer's staff gets it.
 */
export const SlvDocument = z.object({
  id: z.uuid(),
  kind: DocumentKind,
  name: z.string(),
  type: DocumentType,
  size: z.number().int(),
  facts: z
    .array(DocumentFact)
    .default([])
    .describe('What a PDF contains besides its pages'),
  pageCount: z
    .number()
    .int()
    .nullable()
    .default(null)
    .describe(
      'Null for files other than PDF, and for PDFs uploaded before pages were counted',
    ),
  /**
   * Null if the file has not been scanned for viruses; `virus` is null for a
   * clean file.
   */
  virusScan: z
    .object({ scannedAt: at, virus: z.string().nullable() })
    .nullable()
    .default(null),
  pendingDocumentId: z.uuid().nullable(),
  supports: z
    .array(FactorSupport)
    .default([])
    .describe('The compensating factors that it is attached to'),
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
