import { type DocumentType, documentTypes } from '@portal/contract/document/model'
import { keysOf } from '@portal/contract/lib/typed'
import { extensionOf } from '../lib/files/file-name.ts'
import { refuse } from '../lib/files/refusal.ts'
import { checkJpeg, checkPng } from './check-image.ts'
import { checkOffice } from './check-office.ts'
import { checkPdf, type PdfFacts } from './check-pdf.ts'
import { checkSignature } from './check-signature.ts'
import { checkMail, checkTable, checkText } from './check-text.ts'
import { checkTiff } from './check-tiff.ts'
import { type Content, withContent } from './read-content.ts'

const byExtension = new Map<string, DocumentType>(
  keysOf(documentTypes).flatMap((type) =>
    documentTypes[type].extensions.map((extension) => [extension, type] as const),
  ),
)

/** The type of a file by its content, and the facts of a PDF. */
export type ContentFacts = { type: DocumentType } & Partial<PdfFacts>

const checks: Record<Exclude<DocumentType, 'PDF'>, (content: Content) => Promise<void>> = {
  PNG: checkPng,
  JPEG: checkJpeg,
  TIFF: checkTiff,
  DOCX: (content) => checkOffice(content, 'DOCX'),
  XLSX: (content) => checkOffice(content, 'XLSX'),
  CSV: checkTable,
  TXT: checkText,
  EML: checkMail,
}

/**
 * Finds the type of a file by its extension, first bytes and structure, which must agree. Throws 400 with a sentence
 * for the sender.
 */
export async function checkContent(file: { path: string; name: string; size: number }): Promise<ContentFacts> {
  const { name, size } = file
  if (size === 0) throw refuse(name, 'is empty')
  const type = byExtension.get(extensionOf(name))
  if (!type) throw refuse(name, `cannot be uploaded. Accepted file types: ${labels}`)
  return withContent(file, async (content) => {
    await checkSignature(type, content)
    if (type === 'PDF') return { type, ...(await checkPdf(content)) }
    await checks[type](content)
    return { type }
  })
}

const labels = keysOf(documentTypes)
  .map((type) => documentTypes[type].label)
  .join(', ')
