import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'
import { AppError } from '../../lib/errors.ts'
import { readXml } from '../../lib/files/read-xml.ts'
import { damaged, refuse } from '../../lib/files/refusal.ts'
import { startsProgram } from './check-text.ts'
import { findForeign } from './find-signature.ts'
import type { Content } from './read-content.ts'

/** Limits that are checked before anything is decompressed. */
const maxEntries = 5000
const maxUnpacked = 512 << 20
/** Text compresses up to a hundredfold; more is a decompression bomb. */
const maxRatio = 200
const mayAlwaysUnpack = 8 << 20

const office = {
  DOCX: {
    main: 'wordprocessingml.document.main+xml',
    label: 'Word',
    plain: '.docx',
  },
  XLSX: {
    main: 'spreadsheetml.sheet.main+xml',
    label: 'Excel',
    plain: '.xlsx',
  },
} as const
type Office = keyof typeof office

/**
 * Parts that another program would run, unpack or open as a document. All
 * others are checked by their content.
 */
const foreignParts =
  /\.(?:exe|dll|sys|scr|com|pif|cpl|bat|cmd|ps1|js|jse|vbs|vbe|wsf|hta|msi|lnk|jar|iso|img|chm|swf|zip|rar|7z|gz|tgz|bz2|xz|cab|tar|pdf|rtf|html?|xhtml|mht|mhtml|doc[xm]?|dot[xm]?|xls[xmb]?|xlt[xm]?|xla[m]?|ppt[xm]?|pps[xm]?|pot[xm]?|eml|msg|one|pub)$/i
const ownBinaries = /(?:printerSettings|customProperty)\d*\.bin$/i
/**
 * Packed drawings are gzip, and fonts are scrambled: their first bytes say
 * nothing.
 */
const unreadableParts = /\.(?:emz|wmz|svgz|svg|odttf|fntdata)$/i
const macroParts =
  /(?:^|\/)(?:vba[^/]*\.(?:bin|xml)$|(?:intl)?macrosheets\/|dialogsheets\/)|activeX\//i
const embeddedParts = /(?:^|\/)embeddings\//i

/**
 * Parts that are parsed. Every part that [Content_Types].xml calls XML must be
 * named so.
 */
const xmlPart = /\.(?:xml|rels|vml|psmdcp)$/i
const xmlType = /(?:xml|vmlDrawing)\s*(?:;|$)/i
/** SVG pictures are XML too, but Word and Excel only draw them. */
const isSvg = (type: string, part: string) =>
  /^image\/svg\+xml$/i.test(type) && /\.svg$/i.test(part)

const macroTypes =
  /macroEnabled|vbaProject|vbaData|macrosheet|^application\/vnd\.ms-office\.activeX/i
const locked = 'is password-protected; save it without a password and try again'
const typeList = '[Content_Types].xml'

/**
 * Relationships that are refused whatever their target, by the end of their
 * type in lower case.
 */
const refusedLinks: Record<string, string> = {
  vbaproject: 'contains macros; save it without them and try again',
  attachedtemplate:
    'takes its template from another file; detach the template and save it again',
  connections:
    'loads external data (connections); remove them and save it again',
  xlmacrosheet: 'contains macros; save it without them and try again',
  xlintlmacrosheet: 'contains macros; save it without them and try again',
  querytable: 'loads external data (a query); remove it and save it again',
  externallink:
    'is linked to another workbook or program; break its links and save it again',
  oleobject:
    'is linked to or contains another file or program (an OLE object); remove it and save it again',
  package: 'contains another file; upload that file separately',
  control:
    'has a control that runs a program (ActiveX); remove it and save it again',
  frame: 'is linked to another document (frames)',
  subdocument: 'is linked to another document (subdocuments)',
  afchunk: 'is linked to another document (an imported part)',
}
const refusedElements: Record<string, string | undefined> = {
  connection: refusedLinks.connections,
  queryTable: refusedLinks.querytable,
  externalLink: refusedLinks.externallink,
  ddeLink: refusedLinks.externallink,
}
/**
 * Allowed hyperlink targets: a relative path, or one of these schemes. Two
 * leading slashes would be a network share.
 */
const plainTarget = /^(?:https?:|mailto:|tel:|ftps?:|(?![\\/]{2})[^:]*$)/i
const foreignField =
  /^\s*(INCLUDEPICTURE|INCLUDETEXT|IMPORT|LINK|DDE|DDEAUTO|DATABASE|RD)(?!\w)/i
const foreignFormula =
  /(?<![a-z\d])(WEBSERVICE|IMAGE|RTD|DDE|CALL|REGISTER(?:\.ID)?)\s{0,9}\(/i
const formulaElements = ['f', 'formula', 'formula1', 'formula2', 'definedName']

/**
 * Checks that a Word or Excel file is complete, has no password, and contains
 * nothing that runs, hides or fetches.
 */
export async function checkOffice(
  content: Content,
  type: Office,
): Promise<void> {
  const { name } = content
  const zip = await fromFdPromise(content.fd, {
    autoClose: false,
    strictFileNames: true,
  }).catch(() => {
    throw damaged(name, 'its list of contents is missing')
  })
  const entries = await readEntries(zip, content)
  if (!entries.some(({ fileName }) => fileName === typeList))
    throw refuse(name, `is an archive, not ${office[type].label}`)
  for (const entry of entries) refusePart(name, entry.fileName, type)
  await checkParts(zip, entries, name, type)
  await refuseForeign(zip, entries, name)
}

/** Encrypted content, strong encryption, and an encrypted list of contents. */
const encryptedFlags = 0x0001 | 0x0040 | 0x2000

async function readEntries(zip: ZipFile, content: Content): Promise<Entry[]> {
  const { name } = content
  if (zip.entryCount > maxEntries) throw refuse(name, 'has too many parts')
  const entries: Entry[] = []
  let unpacked = 0
  try {
    for await (const entry of zip.eachEntry()) {
      entries.push(entry)
      unpacked += entry.uncompressedSize
      if (entries.length > maxEntries) throw refuse(name, 'has too many parts')
      if (entry.generalPurposeBitFlag & encryptedFlags)
        throw refuse(name, locked)
      refuseFalseSizes(name, entry)
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw /encrypt/i.test(String(error))
      ? refuse(name, locked)
      : damaged(name, 'its list of contents is invalid')
  }
  if (
    unpacked > maxUnpacked ||
    (unpacked > mayAlwaysUnpack && unpacked > content.size * maxRatio)
  )
    throw refuse(name, 'is too large when decompressed')
  refuseOverlaps(content, entries)
  return entries
}

/** The Huffman tables of a short part can be longer than the part. */
const longestTable = 320

/**
 * Compression makes a part longer by a table at most: one that claims more
 * hides its true length.
 */
function refuseFalseSizes(
  name: string,
  { compressionMethod, compressedSize, uncompressedSize }: Entry,
) {
  const isPlain = compressionMethod === 0 && compressedSize === uncompressedSize
  const isDeflated =
    compressionMethod === 8 &&
    compressedSize <= uncompressedSize * 1.01 + longestTable
  if (!isPlain && !isDeflated)
    throw damaged(name, 'its list of contents is invalid')
}

/** Overlapping parts would let a small file decompress to a huge one. */
function refuseOverlaps({ name, size }: Content, entries: readonly Entry[]) {
  const names = new Set(entries.map(({ fileName }) => fileName.toLowerCase()))
  if (names.size < entries.length)
    throw damaged(name, 'it has a duplicate part')
  let end = 0
  for (const entry of entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )) {
    const start = entry.relativeOffsetOfLocalHeader
    if (start < end) throw refuse(name, 'is too large when decompressed')
    end = start + 30 + entry.compressedSize
    if (end > size) throw damaged(name, 'the end of the file is missing')
  }
}

function refusePart(name: string, part: string, type: Office) {
  if (part.endsWith('/')) return
  if (macroParts.test(part)) throw refuse(name, macros(type))
  if (embeddedParts.test(part))
    throw refuse(name, 'contains another file; upload that file separately')
  const isOddBinary = /\.bin$/i.test(part) && !ownBinaries.test(part)
  // Word for Mac keeps pasted pictures as PDF.
  const isPicture = /(?:^|\/)media\/[^/]+\.pdf$/i.test(part)
  if ((foreignParts.test(part) && !isPicture) || isOddBinary)
    throw refuse(
      name,
      `contains something that does not belong in a document (${shortName(part)})`,
    )
}

const shortName = (part: string) => part.split('/').at(-1)?.slice(0, 60)

/** Refuses parts whose first bytes don't match the file type in their name. */
async function refuseForeign(
  zip: ZipFile,
  entries: readonly Entry[],
  name: string,
) {
  for (const entry of entries) {
    const part = entry.fileName
    if (
      part.endsWith('/') ||
      entry.uncompressedSize === 0 ||
      xmlPart.test(part) ||
      unreadableParts.test(part)
    )
      continue
    const what = findForeign(await readStart(zip, entry, name))
    if (what === 'a PDF' && /\.pdf$/i.test(part)) continue
    if (what)
      throw refuse(
        name,
        `contains ${what} (${shortName(part)}); remove it and save the document again`,
      )
  }
}

const startBytes = 4096

async function readStart(
  zip: ZipFile,
  entry: Entry,
  name: string,
): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      pieces.push(piece)
      size += piece.length
      if (size >= startBytes) break
    }
  } catch {
    throw damaged(name, 'part of its content is invalid')
  }
  return Buffer.concat(pieces).subarray(0, startBytes)
}

const macros = (type: Office) =>
  `contains macros; save it as ${office[type].plain} and try again`

/**
 * A line of [Content_Types].xml: the type of one part, or of all parts with an
 * extension.
 */
type ContentType = { type: string; part: string | undefined; extension: string }

/**
 * Writers declare types for extensions that no part has, so such a type says
 * nothing about the file.
 */
function isUsed(
  { part, extension }: ContentType,
  parts: readonly string[],
): boolean {
  if (part !== undefined) return true
  const ending = `.${extension.toLowerCase()}`
  return parts.some(
    (one) => one.toLowerCase().endsWith(ending) && !ownBinaries.test(one),
  )
}

/** The content types must name this kind of document and no macros. */
function checkTypes(
  name: string,
  declared: readonly ContentType[],
  parts: readonly string[],
  type: Office,
) {
  const types = declared
    .filter((one) => isUsed(one, parts))
    .map((one) => one.type.split(';', 1)[0]?.trim() ?? '')
  if (types.some((one) => macroTypes.test(one)))
    throw refuse(name, macros(type))
  const has = (main: string) =>
    types.some((one) => one.toLowerCase().endsWith(`.${main}`))
  if (has(office[type].main)) return
  const isOther = Object.values(office).find(({ main }) => has(main))
  throw refuse(
    name,
    isOther
      ? `is a ${isOther.label} file, not ${office[type].label}`
      : `is an archive, not ${office[type].label}`,
  )
}

/**
 * Word and Excel go by a part's content type, so an XML part must have an
 * extension that is parsed.
 */
function refuseDisguise(
  name: string,
  { ContentType = '', PartName, Extension = '' }: Record<string, string>,
) {
  const part = PartName ?? `.${Extension}`
  const isNamed = xmlPart.test(part) && !/[?#]/.test(part)
  if (xmlType.test(ContentType) && !isNamed && !isSvg(ContentType, part))
    throw refuse(
      name,
      `has an XML part with the wrong extension (${part.split('/').at(-1)?.slice(0, 60)})`,
    )
}

/** Excel writes line breaks in VML as HTML: `<br>` without an end. */
async function* endBreaks(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let rest = ''
  for await (const chunk of chunks) {
    const text = (rest + chunk.toString('latin1')).replace(/<br>/gi, '<br/>')
    rest = /<(?:br?)?$/i.exec(text)?.[0] ?? ''
    yield Buffer.from(text.slice(0, text.length - rest.length), 'latin1')
  }
  yield Buffer.from(rest, 'latin1')
}

/** Checks the list of types first, then all other XML parts. */
async function checkParts(
  zip: ZipFile,
  entries: readonly Entry[],
  name: string,
  type: Office,
) {
  const names = entries.map(({ fileName }) => fileName)
  const isTypeList = ({ fileName }: Entry) => fileName === typeList
  const types: ContentType[] = []
  for (const entry of entries.filter(isTypeList))
    await checkXml(zip, entry, name, (attributes) => {
      refuseDisguise(name, attributes)
      const { ContentType = '', PartName, Extension = '' } = attributes
      types.push({ type: ContentType, part: PartName, extension: Extension })
    })
  checkTypes(name, types, names, type)
  for (const entry of entries)
    if (xmlPart.test(entry.fileName) && !isTypeList(entry))
      await checkXml(zip, entry, name)
}

/**
 * Refuses an XML part that would fetch or start anything when the document is
 * opened.
 */
async function checkXml(
  zip: ZipFile,
  entry: Entry,
  name: string,
  onElement: (attributes: Record<string, string>) => void = () => undefined,
) {
  const instruction = fieldWatch(name)
  const open = (element: string, attributes: Record<string, string>) => {
    const why =
      Object.hasOwn(refusedElements, element) && refusedElements[element]
    if (why) throw refuse(name, why)
    if (element === 'Relationship') refuseLink(name, attributes)
    onElement(attributes)
    instruction.open(element, attributes)
  }
  const close = (element: string, text: string) => {
    if (element === 'instrText') instruction.add(text)
    if (formulaElements.includes(element)) refuseFormula(name, text)
  }
  try {
    const stream = await zip.openReadStreamPromise(entry)
    const chunks = /\.vml$/i.test(entry.fileName) ? endBreaks(stream) : stream
    for await (const _ of readXml(chunks, { open, close }));
  } catch (error) {
    throw error instanceof AppError
      ? error
      : damaged(name, 'part of its content is invalid')
  }
}

function refuseLink(
  name: string,
  { Type = '', Target = '', TargetMode = '' }: Record<string, string>,
) {
  const kind = Type.slice(Type.lastIndexOf('/') + 1)
  const why =
    Object.hasOwn(refusedLinks, kind.toLowerCase()) &&
    refusedLinks[kind.toLowerCase()]
  if (why) throw refuse(name, why)
  if (TargetMode.toLowerCase() !== 'external') return
  const target = Target.trim().slice(0, 60)
  if (kind !== 'hyperlink')
    throw refuse(
      name,
      `is linked to external content (${kind.slice(0, 30)}: ${target})`,
    )
  if (!plainTarget.test(target))
    throw refuse(name, `is linked to another file or program (${target})`)
}

/**
 * Checks field instructions, which Word splits into runs; the first word says
 * what a field does.
 */
function fieldWatch(name: string) {
  let instruction = ''
  const add = (text: string) => {
    instruction = (instruction + text).slice(0, 200)
    const [, field] = foreignField.exec(instruction) ?? []
    if (field)
      throw refuse(
        name,
        `has a field that reads another file or program (${field.toUpperCase()})`,
      )
  }
  const open = (element: string, attributes: Record<string, string>) => {
    if (element === 'fldChar' || element === 'fldSimple') instruction = ''
    if (element !== 'fldSimple') return
    for (const [key, value] of Object.entries(attributes))
      if (/(?:^|:)instr$/.test(key)) add(value)
  }
  return { open, add }
}

function refuseFormula(name: string, formula: string) {
  if (startsProgram(`\n=${formula}`))
    throw refuse(name, 'contains a formula that starts a program')
  const [, called] =
    foreignFormula.exec(formula.replace(/"[^"]*"/g, '""')) ?? []
  if (called)
    throw refuse(
      name,
      `has a formula that reads external data (${called.toUpperCase()})`,
    )
}
