import { text } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** The files of a small archive of our own making, as text, in their order. */
export async function unzipped(bytes: Uint8Array): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(bytes))
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  return files
}
