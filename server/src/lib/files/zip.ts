import { type PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'

export type ZipEntry = {
  name: string
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>
}

const options = {
  // For sheets the fastest level makes files a sixth larger in a third of the
  // time.
  compressionLevel: 1,
  // So that the same content makes the same archive.
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
}

/** A ZIP archive as a stream. Each entry is read after those before it. */
export async function* zipped(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  let content: Readable | undefined
  const addEntries = async () => {
    for await (const { name, chunks } of entries) {
      if (output.destroyed) return
      content = Readable.from(chunks)
      zip.addReadStream(content, name, options)
      await finished(content)
    }
    zip.end()
  }
  const added = addEntries().catch((error) => output.destroy(error))
  try {
    yield* output
  } finally {
    content?.destroy()
    await added
  }
}

/** The files of a small archive of our own making, as text, in their order. */
export async function unzipped(
  bytes: Uint8Array,
): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(bytes))
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    files.set(
      entry.fileName,
      await text(await zip.openReadStreamPromise(entry)),
    )
  return files
}
