import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/** One file of an archive; its bytes are asked for when it is its turn. */
export type ZipEntry = { name: string; chunks: Iterable<Buffer> | AsyncIterable<Buffer> }

type Written = { name: Buffer; crc: number; packed: number; size: number; at: number }

const utf8 = 0x0800
const sizesFollow = 0x0008
const deflated = 8
/** 1980-01-01: when something was packed is nobody's affair, and the same content makes the same archive. */
const date = 0x0021
/** Sheets are text that repeats itself: the quickest level leaves a sixth more bytes and takes a third of the time. */
const level = 1

/**
 * A zip archive, byte for byte as it comes into being: no entry is ever whole in memory. Sizes follow each entry
 * (data descriptors). Up to 4 GB, as without zip64.
 */
export async function* zipped(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let at = 0
  for await (const { name, chunks } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, at }
    const head = localHead(entry)
    yield head
    for await (const piece of packed(chunks, entry)) {
      entry.packed += piece.length
      yield piece
    }
    const tail = descriptor(entry)
    yield tail
    at += head.length + entry.packed + tail.length
    written.push(entry)
  }
  const directory = Buffer.concat(written.map(directoryEntry))
  yield directory
  yield endOf(written.length, directory.length, at)
}

/** So many chunks are there to be packed while the next is made. */
const mostWaiting = 3

/** Deflates off this thread; `entry` learns its checksum and its size on the way. */
async function* packed(chunks: ZipEntry['chunks'], entry: Written): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level, memLevel: 9, chunkSize: 256 * 1024 })
  // One that was given up takes nothing any more.
  const closed = once(deflate, 'close').catch(() => undefined)
  const feed = async () => {
    const waiting: Promise<unknown>[] = []
    for await (const chunk of chunks) {
      entry.crc = crc32(chunk, entry.crc)
      entry.size += chunk.length
      waiting.push(new Promise((resolve) => deflate.write(chunk, resolve)))
      // Whatever makes the chunks may never pause: what was packed is passed on now, and the next is begun with.
      await turn()
      if (waiting.length > mostWaiting) await Promise.race([waiting.shift(), closed])
      if (deflate.destroyed) return
    }
    deflate.end()
  }
  const fed = feed().catch((error) => deflate.destroy(error))
  try {
    yield* deflate
  } finally {
    deflate.destroy()
    await fed
  }
}

const localHead = ({ name }: Written): Buffer => {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(utf8 | sizesFollow, 6)
  head.writeUInt16LE(deflated, 8)
  head.writeUInt16LE(date, 12)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

const descriptor = ({ crc, packed, size }: Written): Buffer => {
  const tail = Buffer.alloc(16)
  tail.writeUInt32LE(0x08074b50, 0)
  tail.writeUInt32LE(crc, 4)
  tail.writeUInt32LE(packed, 8)
  tail.writeUInt32LE(size, 12)
  return tail
}

const directoryEntry = ({ name, crc, packed, size, at }: Written): Buffer => {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(20, 4)
  entry.writeUInt16LE(20, 6)
  entry.writeUInt16LE(utf8 | sizesFollow, 8)
  entry.writeUInt16LE(deflated, 10)
  entry.writeUInt16LE(date, 14)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(packed, 20)
  entry.writeUInt32LE(size, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt32LE(at, 42)
  return Buffer.concat([entry, name])
}

const endOf = (entries: number, size: number, at: number): Buffer => {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return end
}
