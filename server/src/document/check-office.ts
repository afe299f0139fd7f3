import { text } from 'node:stream/consumers'
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'
import { AppError } from '../lib/errors.ts'
import { damaged, refuse } from './check-refusal.ts'
import type { Content } from './read-content.ts'

/** Limits that are asked before anything is unpacked. */
const mostEntries = 5000
const mostUnpacked = 512 << 20
/** Text packs to a twentieth, now and then to a hundredth; only what is made for it packs to less. */
const mostRatio = 200
const mayAlwaysUnpack = 8 << 20
/** Parts that are read: as long as this, lists of links as long as that, and as much of them in one file. */
const longestPart = 4 << 20
const longestLinks = 1 << 20
const mostRead = 16 << 20

const office = {
  DOCX: { main: 'wordprocessingml.document.main+xml', label: 'Word', plain: '.docx' },
  XLSX: { main: 'spreadsheetml.sheet.main+xml', label: 'Excel', plain: '.xlsx' },
} as const
type Office = keyof typeof office

/** Parts that a document is made of. What is none of these is a passenger. */
const ownParts = /\.(?:xml|rels|vml|png|jpe?g|gif|bmp|tiff?|emf|wmf|emz|wmz|svg|wdp|odttf|fntdata|psmdcp)$/i
const ownBinaries = /(?:printerSettings|customProperty)\d*\.bin$/i
const macroParts = /(?:^|\/)(?:vba[^/]*\.(?:bin|xml)|macrosheets\/.*|dialogsheets\/.*|intlmacrosheets\/.*)$|activeX\//i
const embeddedParts = /(?:^|\/)embeddings\//i

const macroTypes = /macroEnabled|vbaProject|vbaData|macrosheet|application\/vnd\.ms-office\.activeX/i
const locked = 'is protected by a password; save it without one and try again'
const typeList = '[Content_Types].xml'
const foreignLinks = /\/(?:oleObject|attachedTemplate|frame|subDocument|aFChunk|package|control|vbaProject)$/i
const plainTarget = /^(?:https?:|mailto:|tel:|ftps?:|file:|[^:]*$)/i

/** A Word or Excel file that is whole, opens without a password, and holds nothing that runs, hides or fetches. */
export async function checkOffice(content: Content, type: Office): Promise<void> {
  const { name } = content
  const zip = await fromFdPromise(content.fd, { autoClose: false, strictFileNames: true }).catch(() => {
    throw damaged(name, 'its list of contents is missing')
  })
  const entries = await readEntries(zip, content)
  if (!entries.some(({ fileName }) => fileName === typeList))
    throw refuse(name, `is an archive, not ${office[type].label}`)
  for (const entry of entries) refusePart(name, entry.fileName, type)
  const read = partReader(zip, name, entries)
  checkTypes(name, spelt(await read(typeList)), type)
  await checkLinks(name, entries, read)
}

async function readEntries(zip: ZipFile, content: Content): Promise<Entry[]> {
  const { name } = content
  if (zip.entryCount > mostEntries) throw refuse(name, 'has too many parts')
  const entries: Entry[] = []
  let unpacked = 0
  try {
    for await (const entry of zip.eachEntry()) {
      entries.push(entry)
      unpacked += entry.uncompressedSize
      if (entries.length > mostEntries) throw refuse(name, 'has too many parts')
      if (entry.generalPurposeBitFlag & 0x2041) throw refuse(name, locked)
      refuseLies(name, entry)
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw /encrypt/i.test(String(error)) ? refuse(name, locked) : damaged(name, 'its list of contents is not right')
  }
  if (unpacked > mostUnpacked || (unpacked > mayAlwaysUnpack && unpacked > content.size * mostRatio))
    throw refuse(name, 'unpacks to far more than its size')
  refuseOverlaps(content, entries)
  return entries
}

/** Packing never makes a part much longer: one that says so hides its true length. */
function refuseLies(name: string, { compressionMethod, compressedSize, uncompressedSize }: Entry) {
  const isPlain = compressionMethod === 0 && compressedSize === uncompressedSize
  const isDeflated = compressionMethod === 8 && compressedSize <= uncompressedSize * 1.01 + 64
  if (!isPlain && !isDeflated) throw damaged(name, 'its list of contents is not right')
}

/** Parts that share their bytes are how a small file unpacks to a huge one. */
function refuseOverlaps({ name, size }: Content, entries: readonly Entry[]) {
  const names = new Set(entries.map(({ fileName }) => fileName.toLowerCase()))
  if (names.size < entries.length) throw damaged(name, 'a part of it is there twice')
  let end = 0
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    const start = entry.relativeOffsetOfLocalHeader
    if (start < end) throw refuse(name, 'unpacks to far more than its size')
    end = start + 30 + entry.compressedSize
    if (end > size) throw damaged(name, 'its end is missing')
  }
}

function refusePart(name: string, part: string, type: Office) {
  if (part.endsWith('/')) return
  if (macroParts.test(part)) throw refuse(name, macros(type))
  if (embeddedParts.test(part)) throw refuse(name, 'has another file inside; send that on its own')
  if (!ownParts.test(part) && !ownBinaries.test(part))
    throw refuse(name, `holds something that is no part of a document (${part.split('/').at(-1)?.slice(0, 60)})`)
}

const macros = (type: Office) => `contains macros; save it as ${office[type].plain} and try again`

/** What the parts are said to be: a document of this kind, and nothing that runs. */
function checkTypes(name: string, types: string, type: Office) {
  if (macroTypes.test(types)) throw refuse(name, macros(type))
  if (types.includes(office[type].main)) return
  const isOther = Object.values(office).find(({ main }) => types.includes(main))
  throw refuse(
    name,
    isOther ? `is a ${isOther.label} file, not ${office[type].label}` : `is an archive, not ${office[type].label}`,
  )
}

type ReadPart = (part: string) => Promise<string>

/** Where the parts point to: nothing is fetched or started when the document is opened. */
async function checkLinks(name: string, entries: readonly Entry[], read: ReadPart) {
  for (const { fileName } of entries) {
    if (/\.rels$/i.test(fileName)) refuseLinks(name, await read(fileName))
    if (/\/externalLinks\/[^/]+\.xml$/i.test(fileName)) {
      const link = spelt(await read(fileName))
      if (/<(?:\w+:)?(?:ddeLink|oleLink)\b/i.test(link)) throw refuse(name, 'is linked to another program')
    }
  }
}

function refuseLinks(name: string, rels: string) {
  for (const tag of rels.split('<')) {
    if (!/^(?:[^\s:<>/]{1,60}:)?Relationship[\s/>]/i.test(tag)) continue
    if (!tag.includes('>')) throw damaged(name, 'a part of it is not as it should be')
    const { type = '', target = '', targetmode = '' } = attributesOf(tag)
    if (foreignLinks.test(type) || (targetmode.toLowerCase() === 'external' && !plainTarget.test(target)))
      throw refuse(name, 'is linked to another file or program')
  }
}

/** The attributes of a tag, one after the other: what is written inside of one is none. */
const attributesOf = (tag: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(tag.matchAll(/\s([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g), ([, key = '', double, single]) => [
      key.toLowerCase(),
      spelt(double ?? single ?? ''),
    ]),
  )

/** Reads parts as text, no more of them than may be read of one file. */
function partReader(zip: ZipFile, name: string, entries: readonly Entry[]): ReadPart {
  const byName = new Map(entries.map((entry) => [entry.fileName, entry]))
  let left = mostRead
  return async (part) => {
    const entry = byName.get(part)
    const longest = Math.min(/\.rels$/i.test(part) ? longestLinks : longestPart, left)
    if (!entry || entry.uncompressedSize > longest) throw damaged(name, 'a part of it is missing or too long')
    left -= entry.uncompressedSize
    const xml = await zip
      .openReadStreamPromise(entry)
      .then(text)
      .catch(() => {
        throw damaged(name, 'a part of it cannot be unpacked')
      })
    if (/<!DOCTYPE|<!ENTITY/i.test(xml) || xml.includes('\0'))
      throw damaged(name, 'a part of it is not as it should be')
    return xml
  }
}

/** Its character references spelt out. */
const spelt = (xml: string) =>
  xml.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_, hex?: string, decimal?: string) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
