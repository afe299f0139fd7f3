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
  kind: AnswerKind.describe('How the seller answered without a new file'),
  document: z
    .object({ id: z.uuid(), name: z.string(), type: DocumentType })
    .nullable()
    .describe('The file that was already sent'),
  reason: z.string().nullable().describe('Why the seller can’t provide it'),
  answeredAt: at.describe('When the seller answered'),
  answeredByName: z.string().describe('Who answered'),
})
export type DocumentAnswer = z.infer<typeof DocumentAnswer>

/**
 * A compensating factor (its label) that a file supports. It counts once an
 * underwriter has verified the file for it.
 */
export const FactorSupport = z.object({
  factor: text(120, 1).describe('The label of the compensating factor'),
  verifiedAt: at
    .nullable()
    .describe(
      'When an underwriter verified the file for it; only then the factor counts',
    ),
  verifiedByName: z.string().nullable().describe('Who verified it'),
})
export type FactorSupport = z.infer<typeof FactorSupport>

/**
 * A file of an SLV. `size` in bytes. `ldpError` says why LoanDock does not have
 * it; only the buyer's staff gets it.
 */
export const SlvDocument = z.object({
  id: z.uuid(),
  kind: DocumentKind.describe(
    'SELLER: both sides see it. UNDERWRITER: the buyer’s staff, and the seller if it is an example',
  ),
  name: z.string(),
  type: DocumentType,
  size: z.number().int().describe('In bytes'),
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
  virusScan: z
    .object({
      scannedAt: at,
      virus: z
        .string()
        .nullable()
        .describe('The name of the virus; null for a clean file'),
    })
    .nullable()
    .default(null)
    .describe('Null if it was not scanned for viruses'),
  pendingDocumentId: z
    .uuid()
    .nullable()
    .describe('The requested document that it answers'),
  supports: z
    .array(FactorSupport)
    .default([])
    .describe('The compensating factors that it is attached to'),
  resubmitCount: z
    .number()
    .int()
    .describe('The round in which it was added, from 0'),
  uploadedById: z.uuid(),
  uploadedByName: z.string(),
  uploadedAt: at,
  ldpState: LdpState.describe('Whether LoanDock has it'),
  ldpSentAt: at.nullable().describe('When LoanDock got it'),
  ldpError: z
    .string()
    .nullable()
    .optional()
    .describe('Why LoanDock does not have it; only for the buyer’s staff'),
  availableActions: z
    .array(z.enum(documentActions))
    .describe('What the caller can do to it now'),
})
export type SlvDocument = z.infer<typeof SlvDocument>
