import { inflateSync } from 'node:zlib'
import {
  type DocumentFact,
  documentFacts,
} from '@portal/contract/document/model'
import {
  AnnotationType,
  getDocument,
  PasswordException,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { damaged, refuse } from '../../lib/files/refusal.ts'
import type { Content } from './read-content.ts'

const maxPages = 5000
/** Packed objects are searched for names up to this many bytes. */
const maxUnpacked = 64 << 20

export type PdfFacts = { facts: DocumentFact[]; pageCount: number }

/**
 * Checks that pdf.js opens a PDF without a password. Reports what it contains
 * besides its pages as facts.
 */
export async function checkPdf({
  name,
  size,
  read,
}: Content): Promise<PdfFacts> {
  const bytes = await read(0, size)
  const names = namesIn(name, bytes)
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
    if (pdf.numPages > maxPages)
      throw refuse(
        name,
        `has more than ${maxPages.toLocaleString('en-US')} pages`,
      )
    await pdf.getPage(1)
    return { facts: await findFacts(pdf, names), pageCount: pdf.numPages }
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof PasswordException)
      throw refuse(
        name,
        'is password-protected; save it without a password and try again',
      )
    throw damaged(name, 'it cannot be opened')
  } finally {
    await task.destroy()
  }
}

/**
 * Forms of XFA and the annotations of a 3D model may run scripts that pdf.js
 * doesn't report.
 */
const scripts = ['JavaScript', 'RichMedia', 'Rendition', 'XFA', 'OnInstantiate']
const attachments = ['EmbeddedFile', 'FileAttachment', 'GoToE']
const outside = ['SubmitForm', 'ImportData', 'Launch', 'GoToR']
const revealing = new Set([...scripts, ...attachments, ...outside])

const Annotation = z.object({
  annotationType: z.number(),
  unsafeUrl: z.string().optional(),
  actions: z.unknown().optional(),
})
const webAddress = /^(?:https?|mailto|tel|ftp):/i

/**
 * pdf.js reports what it would act on; the names in the file cover what it
 * ignores.
 */
async function findFacts(
  pdf: PDFDocumentProxy,
  names: ReadonlySet<string>,
): Promise<DocumentFact[]> {
  const { LINK, WIDGET, FILEATTACHMENT } = AnnotationType
  const found = await pdf.getAnnotationsByType(
    new Set([LINK, WIDGET, FILEATTACHMENT]),
    new Set(),
  )
  const annotations = z.array(Annotation).parse(found ?? [])
  const has = (some: readonly string[]) => some.some((one) => names.has(one))
  const present: Record<DocumentFact, boolean> = {
    SCRIPTS:
      has(scripts) ||
      (await pdf.hasJSActions()) ||
      annotations.some(({ actions }) => Boolean(actions)),
    ATTACHMENTS:
      has(attachments) ||
      (await pdf.getAttachments()) !== null ||
      annotations.some(
        ({ annotationType }) => annotationType === FILEATTACHMENT,
      ),
    OUTSIDE:
      has(outside) ||
      annotations.some(
        ({ unsafeUrl }) => unsafeUrl && !webAddress.test(unsafeUrl),
      ),
    RESTRICTED: (await pdf.getPermissions()) !== null,
  }
  return documentFacts.filter((fact) => present[fact])
}

/**
 * Scanning restarts at each object, whatever an unclosed string or comment
 * before it hides.
 */
const objectStart = /(?<![A-Za-z])obj(?![A-Za-z])/
const token = /%[^\r\n]*|<<|>>|<[^<>]*>|\/?[^\0\s()<>[\]{}/%]+|[^\0\s]/g
const inString = /\\.|[()]/gs

/**
 * The names in PDF objects that a fact depends on, outside strings, comments
 * and streams. Takes linear time.
 */
function* guessNames(text: string): Generator<string> {
  for (const piece of text.split(objectStart)) {
    let before = ''
    token.lastIndex = 0
    for (
      let found = token.exec(piece)?.[0];
      found !== undefined;
      found = token.exec(piece)?.[0]
    ) {
      if (found.startsWith('%')) continue
      token.lastIndex = contentEnd(piece, found, before, token.lastIndex)
      if (found.startsWith('/')) {
        const name = decodeName(found)
        if (revealing.has(name)) yield name
      }
      before = found
    }
  }
}

/** Where the string or stream that a token starts ends. */
function contentEnd(text: string, found: string, before: string, at: number) {
  if (found === '(') return stringEnd(text, at)
  if (found === 'stream' && before === '>>')
    return findEnd(text, 'endstream', at)
  return at
}

/** `/J#53` → `JS` */
const decodeName = (found: string) =>
  found
    .slice(1)
    .replace(/#([0-9a-f]{2})/gi, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )

const findEnd = (text: string, word: string, from: number) => {
  const at = text.indexOf(word, from)
  return at === -1 ? text.length : at + word.length
}

/**
 * Where a string ends whose opening bracket is before `from`: brackets nest in
 * it.
 */
function stringEnd(text: string, from: number): number {
  let depth = 1
  inString.lastIndex = from
  for (
    let found = inString.exec(text)?.[0];
    found !== undefined;
    found = inString.exec(text)?.[0]
  ) {
    if (found === '(') depth++
    if (found === ')') depth--
    if (depth === 0) return inString.lastIndex
  }
  return text.length
}

/** The names that a fact depends on, in the file itself or packed in it. */
function namesIn(name: string, bytes: Buffer): Set<string> {
  const names = new Set<string>()
  const collect = (piece: Buffer) => {
    for (const found of guessNames(piece.toString('latin1'))) names.add(found)
  }
  collect(bytes)
  let left = maxUnpacked
  for (
    let at = bytes.indexOf('/ObjStm');
    at !== -1 && left > 0;
    at = bytes.indexOf('/ObjStm', at)
  ) {
    const stream = bytes.indexOf('stream', at)
    if (stream === -1) break
    at = stream + 'stream'.length
    try {
      const start = bytes[at] === 13 ? at + 2 : at + 1
      const objects = inflateSync(bytes.subarray(start), {
        maxOutputLength: left,
      })
      left -= objects.length
      collect(objects)
    } catch (error) {
      if (error instanceof RangeError)
        throw refuse(name, 'is too large when decompressed')
      // Packed otherwise, or damaged: pdf.js reports what it finds there.
    }
  }
  return names
}
