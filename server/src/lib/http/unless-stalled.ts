import { Readable } from 'node:stream'

/** A stream that ends if its reader takes nothing for this long. */
export function unlessStalled(bytes: AsyncIterable<Buffer>, ms: number): Readable {
  let timer: ReturnType<typeof setTimeout> | undefined
  const watched = async function* () {
    try {
      for await (const chunk of bytes) {
        clearTimeout(timer)
        timer = setTimeout(() => stream.destroy(), ms)
        yield chunk
      }
    } finally {
      clearTimeout(timer)
    }
  }
  const stream = Readable.from(watched(), { objectMode: false })
  return stream.once('close', () => clearTimeout(timer))
}
