import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { damaged, refuse } from './check-refusal.ts'
import type { Content } from './read-content.ts'

const unpack = promisify(inflate)

/** Objects that are packed: as long as this, packed and unpacked, and as much of it in one file. */
const mostPacked = 16 << 20
const mostUnpacked = 32 << 20
const mostUnpackedInAll = 128 << 20
/** A name or the start of a stream may stand across two pieces; this much is looked at again. */
const overlap = 512

const asked = 'print it to a new PDF and send that'
const carriesFile = 'has another file inside; send that on its own'
/** What makes a viewer do something, by the names that it cannot do without. */
const forbidden: Record<string, string> = {
  JavaScript: `contains a script; ${asked}`,
  JS: `contains a script; ${asked}`,
  Launch: `starts a program; ${asked}`,
  EmbeddedFile: carriesFile,
  EmbeddedFiles: carriesFile,
  GoToE: carriesFile,
  RichMedia: `contains a film or a script; ${asked}`,
  Encrypt: 'is protected by a password; save it without one and try again',
}

/** Filters that a viewer may undo and we do not: what is behind them cannot be checked. */
const otherFilters = [
  'LZWDecode',
  'LZW',
  'ASCIIHexDecode',
  'AHx',
  'ASCII85Decode',
  'A85',
  'RunLengthDecode',
  'RL',
  'Crypt',
]

const nameToken = /\/([^\s\0()<>[\]{}/%]{1,127})/g
const streamStart = />>[\s\0]*stream(?:\r\n|\n|\r(?!\n))/
const decoded = (name: string) =>
  name.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/**
 * A PDF that is whole, opens without a password, and does nothing but show its pages. Objects are looked at where they
 * stand and where they are packed; the streams of pages and pictures are passed over, unless objects hide in one.
 */
export async function checkPdf(content: Content): Promise<void> {
  const { name, size, read } = content
  const tail = (await read(Math.max(0, size - 4096), 4096)).toString('latin1')
  if (!tail.includes('startxref') || !tail.includes('%%EOF')) throw damaged(name, 'its end is missing')
  const reader = new PdfReader(name)
  for await (const piece of content.pieces()) await reader.take(piece)
  reader.end()
}

class PdfReader {
  private readonly name: string
  private rest: Buffer = Buffer.alloc(0)
  private place: Buffer = Buffer.alloc(0)
  private isInStream = false
  /** Names since the last object ended: those of the stream that begins. */
  private names = new Set<string>()
  private packed: Buffer[] | undefined
  private packedBytes = 0
  private unpackedBytes = 0
  private hasRoot = false

  constructor(name: string) {
    this.name = name
  }

  async take(piece: Buffer): Promise<void> {
    const { rest } = this
    // What is left over is never long; the place for it and the next piece is used again and again.
    if (this.place.length < rest.length + piece.length)
      this.place = Buffer.allocUnsafe(rest.length + piece.length + overlap)
    rest.copy(this.place)
    piece.copy(this.place, rest.length)
    this.rest = this.place.subarray(0, rest.length + piece.length)
    while (await this.step()) {}
    this.rest = Buffer.from(this.rest)
  }

  end() {
    if (!this.isInStream) this.look(this.rest.toString('latin1'))
    if (!this.hasRoot) throw damaged(this.name, 'it has no pages')
  }

  /** Goes on to where a stream begins or ends; false when more must come first. */
  private async step(): Promise<boolean> {
    if (this.isInStream) return this.leaveStream()
    const text = this.rest.toString('latin1')
    const start = streamStart.exec(text)
    if (!start) {
      this.look(text)
      this.rest = this.rest.subarray(Math.max(0, this.rest.length - overlap))
      return false
    }
    const at = start.index + start[0].length
    this.look(text.slice(0, at))
    this.rest = this.rest.subarray(at)
    this.isInStream = true
    this.packed = this.isPacked() ? [] : undefined
    this.packedBytes = 0
    return true
  }

  private async leaveStream(): Promise<boolean> {
    const end = this.rest.indexOf('endstream')
    const upTo = end === -1 ? Math.max(0, this.rest.length - overlap) : end
    const part = this.rest.subarray(0, upTo)
    this.refuseHidden(end === -1 ? this.rest : part)
    if (this.packed) {
      this.packedBytes += part.length
      if (this.packedBytes > mostPacked) throw refuse(this.name, 'unpacks to far more than its size')
      this.packed.push(Buffer.from(part))
    }
    this.rest = this.rest.subarray(upTo)
    if (end === -1) return false
    if (this.packed) await this.unpackObjects(Buffer.concat(this.packed))
    this.packed = undefined
    this.isInStream = false
    this.names.clear()
    return true
  }

  /** Whether the stream that begins holds objects: it says so, or says where the first of them stands. */
  private isPacked() {
    return this.names.has('ObjStm') || (this.names.has('First') && this.names.has('N'))
  }

  private async unpackObjects(bytes: Buffer) {
    if (otherFilters.some((filter) => this.names.has(filter))) throw refuse(this.name, `cannot be checked; ${asked}`)
    const isDeflated = this.names.has('FlateDecode') || this.names.has('Fl')
    const objects = isDeflated
      ? await unpack(bytes, { maxOutputLength: mostUnpacked }).catch((error) => {
          if (error instanceof RangeError) throw refuse(this.name, 'unpacks to far more than its size')
          throw damaged(this.name, 'a part of it cannot be unpacked')
        })
      : bytes
    this.unpackedBytes += objects.length
    if (this.unpackedBytes > mostUnpackedInAll) throw refuse(this.name, 'unpacks to far more than its size')
    this.look(objects.toString('latin1'))
  }

  /** An object in the data of a stream is found by a viewer that was given its place, and by nobody else. */
  private refuseHidden(data: Buffer) {
    for (let at = data.indexOf('obj'); at !== -1; at = data.indexOf('obj', at + 3)) {
      const before = data.toString('latin1', Math.max(0, at - 24), at)
      const after = data.toString('latin1', at + 3, at + 4)
      if (/(?:^|[\s\0])\d{1,10}[\s\0]+\d{1,5}[\s\0]+$/.test(before) && /^[\s\0<[(/]/.test(after))
        throw damaged(this.name, 'objects stand where its pictures should')
    }
  }

  private look(text: string) {
    let from = 0
    for (const match of text.matchAll(/\bendobj\b/g)) {
      this.lookAtObject(text.slice(from, match.index))
      this.names.clear()
      from = match.index
    }
    this.lookAtObject(text.slice(from))
  }

  private lookAtObject(text: string) {
    for (const [, token = ''] of text.matchAll(nameToken)) {
      const name = token.includes('#') ? decoded(token) : token
      const why = Object.hasOwn(forbidden, name) ? forbidden[name] : undefined
      if (why) throw refuse(this.name, why)
      if (name === 'Root') this.hasRoot = true
      this.names.add(name)
    }
    if (this.names.has('EF') && this.names.has('Filespec')) throw refuse(this.name, carriesFile)
  }
}
