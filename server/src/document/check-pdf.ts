import { inflateSync } from 'node:zlib'
import { type DocumentFact, documentFacts } from '@portal/contract/document/model'
import { AnnotationType, getDocument, PasswordException, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { z } from 'zod'
import { AppError } from '../lib/errors.ts'
import { damaged, refuse } from './check-refusal.ts'
import type { Content } from './read-content.ts'

const mostPages = 5000
/** Packed objects are searched for names of actions up to this many bytes. */
const mostUnpacked = 64 << 20

export type PdfFacts = { facts: DocumentFact[]; pageCount: number }

/** Checks that pdf.js opens a PDF without a password. Reports what it contains besides its pages as facts. */
export async function checkPdf({ name, size, read }: Content): Promise<PdfFacts> {
  const bytes = await read(0, size)
  const kinds = kindsIn(name, bytes)
  const task = getDocument({
    // pdf.js takes ownership of the buffer.
    data: new Uint8Array(bytes),
    verbosity: 0,
    enableXfa: false,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
  })
  try {
    const pdf = await task.promise
    if (pdf.numPages > mostPages) throw refuse(name, `has more than ${mostPages.toLocaleString('en-US')} pages`)
    await pdf.getPage(1)
    return { facts: await factsOf(pdf, kinds), pageCount: pdf.numPages }
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof PasswordException)
      throw refuse(name, 'is protected by a password; save it without one and try again')
    throw damaged(name, 'it cannot be opened')
  } finally {
    await task.destroy()
  }
}

const scripts = ['JavaScript', 'RichMedia', 'Rendition']
const attachments = ['EmbeddedFile', 'FileAttachment', 'GoToE']
const outside = ['SubmitForm', 'ImportData', 'Launch', 'GoToR']
const kindOfObject = /\/(?:S|Type|Subtype)\s{0,9}\/((?:[A-Za-z]|#[0-9a-fA-F]{2}){5,20})/g

/** The fields of a pdf.js annotation that are checked. */
const Annotation = z.object({
  annotationType: z.number(),
  unsafeUrl: z.string().optional(),
  actions: z.unknown().optional(),
})
const webAddress = /^(?:https?|mailto|tel|ftp):/i

/** pdf.js reports what it would act on; the kinds of objects cover what it ignores. */
async function factsOf(pdf: PDFDocumentProxy, kinds: ReadonlySet<string>): Promise<DocumentFact[]> {
  const { LINK, WIDGET, FILEATTACHMENT } = AnnotationType
  const found = await pdf.getAnnotationsByType(new Set([LINK, WIDGET, FILEATTACHMENT]), new Set())
  const annotations = z.array(Annotation).parse(found ?? [])
  const has = (some: readonly string[]) => some.some((one) => kinds.has(one))
  const present: Record<DocumentFact, boolean> = {
    SCRIPTS: has(scripts) || (await pdf.hasJSActions()) || annotations.some(({ actions }) => Boolean(actions)),
    ATTACHMENTS:
      has(attachments) ||
      (await pdf.getAttachments()) !== null ||
      annotations.some(({ annotationType }) => annotationType === FILEATTACHMENT),
    OUTSIDE: has(outside) || annotations.some(({ unsafeUrl }) => unsafeUrl && !webAddress.test(unsafeUrl)),
    RESTRICTED: (await pdf.getPermissions()) !== null,
  }
  return documentFacts.filter((fact) => present[fact])
}

/** What objects say that they are (`/S /Launch`), in the file itself or packed in it. */
function kindsIn(name: string, bytes: Buffer): Set<string> {
  const kinds = new Set<string>()
  const collect = (piece: Buffer) => {
    for (const [, kind = ''] of piece.toString('latin1').matchAll(kindOfObject))
      kinds.add(kind.replace(/#(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))))
  }
  collect(bytes)
  let left = mostUnpacked
  for (let at = bytes.indexOf('/ObjStm'); at !== -1 && left > 0; at = bytes.indexOf('/ObjStm', at)) {
    const stream = bytes.indexOf('stream', at)
    if (stream === -1) break
    at = stream + 'stream'.length
    try {
      const start = bytes[at] === 13 ? at + 2 : at + 1
      const objects = inflateSync(bytes.subarray(start), { maxOutputLength: left })
      left -= objects.length
      collect(objects)
    } catch (error) {
      if (error instanceof RangeError) throw refuse(name, 'unpacks to far more than its size')
      // Packed otherwise, or damaged: pdf.js reports what it finds there.
    }
  }
  return kinds
}
