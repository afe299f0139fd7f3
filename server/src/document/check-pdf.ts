import { around, isObjectHead, isTrailer } from './check-pdf-hidden.ts'
import { isPlainTable, type Packing, packingOf, unpacked, wordsOf } from './check-pdf-packed.ts'
import { damaged, refuse } from './check-refusal.ts'
import type { Content } from './read-content.ts'
import { isWhite, nameOf, PdfTokens } from './read-pdf-tokens.ts'

/** Objects that are packed: as long as this in one stream, and unpacked as much in one file. */
const mostPacked = 16 << 20
const mostUnpackedInAll = 128 << 20
/** Words of one object that are remembered, for when a stream follows. */
const mostWords = 100_000
const longestHead = 64

const asked = 'print it to a new PDF and send that'
const carriesFile = 'has another file inside; send that on its own'
/** What makes a viewer do something, by the names that it cannot do without. */
const forbidden: Record<string, string> = {
  JavaScript: `contains a script; ${asked}`,
  JS: `contains a script; ${asked}`,
  Launch: `starts a program; ${asked}`,
  EmbeddedFile: carriesFile,
  EmbeddedFiles: carriesFile,
  FileAttachment: carriesFile,
  GoToE: carriesFile,
  RichMedia: `contains a film or a script; ${asked}`,
  Encrypt: `is encrypted, be it with a password or without one; save it unprotected, or ${asked}`,
}
/** Names that say what an object is. */
const telling = ['ObjStm', 'First', 'N', 'XRef', 'EF', 'Filespec', 'UF']

/**
 * A PDF that is whole, opens without a password, and does nothing but show its pages. Objects are looked at where they
 * stand and where they are packed; the streams of pages and pictures are passed over. A reader is sent to objects by
 * their places, so none may stand where they are not looked for: in a stream, a string or a comment.
 */
export async function checkPdf(content: Content): Promise<void> {
  const { name, size, read } = content
  const tail = (await read(Math.max(0, size - 4096), 4096)).toString('latin1')
  if (!tail.includes('startxref') || !tail.includes('%%EOF')) throw damaged(name, 'its end is missing')
  const reader = new PdfReader(name, (await read(0, 2048)).indexOf('%PDF-'))
  for await (const piece of content.pieces()) reader.take(piece)
  reader.end()
}

class PdfReader {
  private readonly name: string
  private readonly tokens: PdfTokens
  private place: Buffer = Buffer.alloc(0)
  /** How far into the file the bytes at hand begin. */
  private base = 0
  /** How far it was looked for what hides, in the bytes at hand; and the heads that were read, by their place in the file. */
  private searched = 0
  private heads = new Set<number>()

  private stream: 'none' | 'begins' | 'goes on' = 'none'
  private words: string[] = []
  private names = new Set<string>()
  private depth = 0
  private packing: Packing | undefined
  private packed: Buffer[] = []
  private packedBytes = 0
  private unpackedBytes = 0
  private hasRoot = false

  constructor(name: string, start: number) {
    this.name = name
    this.tokens = new PdfTokens(undefined, Math.max(0, start))
  }

  take(piece: Buffer): void {
    const { tokens } = this
    const from = Math.max(0, Math.min(tokens.at, this.searched) - around)
    const rest = tokens.bytes.subarray(from)
    const length = rest.length + piece.length
    // What is left over is never long; the place for it and the next piece is used again and again.
    const place = this.place.length < length ? Buffer.allocUnsafe(length + (1 << 14)) : this.place
    rest.copy(place)
    piece.copy(place, rest.length)
    this.place = place
    tokens.bytes = place.subarray(0, length)
    tokens.at -= from
    this.searched -= from
    this.base += from
    this.read(false)
  }

  end(): void {
    this.read(true)
    if (!this.hasRoot) throw damaged(this.name, 'it has no pages')
  }

  private read(isEnd: boolean): void {
    for (;;) {
      if (this.stream === 'none') {
        const token = this.tokens.next(isEnd)
        if (token === undefined) break
        this.see(token)
      } else if (!(this.stream === 'begins' ? this.enterStream(isEnd) : this.leaveStream(isEnd))) break
    }
    this.refuseHidden(isEnd)
  }

  private see(token: string): void {
    if (token.startsWith('/')) this.seeName(nameOf(token))
    else if (token === '?') throw damaged(this.name, 'a part of it is not as it should be')
    else if (token === '<<') this.depth++
    else if (token === '>>') this.depth--
    else if (token === 'obj' || token === 'trailer' || token === 'endobj') {
      this.heads.add(this.base + this.tokens.start)
      this.forget()
      return
    } else if (token === 'stream') {
      if (this.depth !== 0 || this.words.at(-1) !== '>>') throw damaged(this.name, 'its parts do not follow each other')
      this.stream = 'begins'
      return
    }
    // The last word counts, whatever their number.
    if (this.words.length > mostWords) this.words[mostWords] = token
    else this.words.push(token)
  }

  private seeName(name: string): void {
    const why = Object.hasOwn(forbidden, name) ? forbidden[name] : undefined
    if (why) throw refuse(this.name, why)
    if (name === 'Root') this.hasRoot = true
    if (!telling.includes(name)) return
    this.names.add(name)
    if (this.names.has('EF') && (this.names.has('Filespec') || this.names.has('UF')))
      throw refuse(this.name, carriesFile)
  }

  private forget(): void {
    this.words = []
    this.names.clear()
    this.depth = 0
  }

  /** Goes on to the first byte of the data, behind the end of its line; false when that is still to come. */
  private enterStream(isEnd: boolean): boolean {
    const { tokens } = this
    const { bytes } = tokens
    while (isWhite(bytes[tokens.at]) && bytes[tokens.at] !== 10 && bytes[tokens.at] !== 13) tokens.at++
    const byte = bytes[tokens.at]
    if (tokens.at + 1 >= bytes.length && !isEnd) return false
    if (byte !== 10 && byte !== 13) throw damaged(this.name, 'its parts do not follow each other')
    tokens.at += byte === 13 && bytes[tokens.at + 1] === 10 ? 2 : 1
    this.stream = 'goes on'
    this.packing = this.packingOfStream()
    this.packed = []
    this.packedBytes = 0
    return true
  }

  /** How objects are packed in the stream that begins; undefined when there are none. */
  private packingOfStream(): Packing | undefined {
    const unclear = () => refuse(this.name, `cannot be checked; ${asked}`)
    const { names, words } = this
    if (names.has('XRef') && (words.length > mostWords || !isPlainTable(words))) throw unclear()
    if (!names.has('ObjStm') && !(names.has('First') && names.has('N'))) return undefined
    const packing = words.length > mostWords ? undefined : packingOf(words)
    if (!packing) throw unclear()
    return packing
  }

  /** Goes on to where the stream ends; false when that is still to come. */
  private leaveStream(isEnd: boolean): boolean {
    const { tokens, packing } = this
    const end = tokens.bytes.indexOf('endstream', tokens.at)
    const upTo = end === -1 ? Math.max(tokens.at, tokens.bytes.length - (isEnd ? 0 : 'endstream'.length - 1)) : end
    if (packing) {
      this.packedBytes += upTo - tokens.at
      if (this.packedBytes > mostPacked) throw refuse(this.name, 'unpacks to far more than its size')
      this.packed.push(Buffer.from(tokens.bytes.subarray(tokens.at, upTo)))
    }
    tokens.at = upTo
    if (end === -1) return false
    this.stream = 'none'
    this.forget()
    if (packing) this.lookInto(Buffer.concat(this.packed), packing)
    this.packing = undefined
    return true
  }

  private lookInto(bytes: Buffer, packing: Packing): void {
    const objects = unpacked(this.name, bytes, packing)
    this.unpackedBytes += objects.length
    if (this.unpackedBytes > mostUnpackedInAll) throw refuse(this.name, 'unpacks to far more than its size')
    for (const token of wordsOf(this.name, objects, packing)) {
      if (token.startsWith('/')) this.seeName(nameOf(token))
      else if (token === '?' || token === 'stream') throw damaged(this.name, 'a part of it is not as it should be')
    }
    this.forget()
  }

  /** An object whose head was not read as such is found by a reader that was given its place, and by nobody else. */
  private refuseHidden(isEnd: boolean): void {
    const { bytes, at } = this.tokens
    const upTo = isEnd ? bytes.length : Math.min(at, bytes.length - longestHead - 'trailer'.length)
    const looks = [
      ['obj', isObjectHead],
      ['trailer', isTrailer],
    ] as const
    for (const [word, isOne] of looks)
      for (let found = bytes.indexOf(word, this.searched); found !== -1 && found < upTo; ) {
        if (!this.heads.has(this.base + found) && isOne(bytes, found))
          throw damaged(this.name, 'objects stand where its pictures should')
        found = bytes.indexOf(word, found + word.length)
      }
    if (upTo <= this.searched) return
    this.searched = upTo
    this.heads = new Set([...this.heads].filter((place) => place >= this.base + upTo))
  }
}
