import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'

export type ZipEntry = { name: string; chunks: Iterable<Buffer> | AsyncIterable<Buffer> }

/** The same date always, so that the same content makes the same archive. */
const mtime = new Date(1980, 0, 1)
/** For sheets the quickest level leaves a sixth more bytes and takes a third of the time. */
const options = { mtime, forceDosTimestamp: true, compressionLevel: 1 }

/** A zip archive as a stream. An entry is requested once the one before it was read. */
export async function* zipped(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  zip.on('error', () => undefined) // the entry reports it
  const output = zip.outputStream as Readable
  const stopped = new AbortController()
  const add = async () => {
    for await (const { name, chunks } of entries) {
      const content = Readable.from(chunks, { objectMode: false, signal: stopped.signal })
      zip.addReadStream(content, name, options)
      await finished(content)
    }
    zip.end()
  }
  const added = add().catch((error) => output.destroy(error))
  try {
    yield* output
  } finally {
    stopped.abort()
    await added
  }
}

/** The files of a small archive of our own making, as text, in their order. */
export async function unzipped(bytes: Uint8Array): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(bytes))
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  return files
}
