import { randomUUID } from 'node:crypto'

type File = { name: string; contentType: string; content: AsyncIterable<Uint8Array> }

/** As browsers write names: what would end the header is spelt out. */
const quoted = (name: string) =>
  `"${name.replace(/["\r\n]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)}"`

/** One file as the body of a multipart request, field `file`, a piece at a time. */
export function asMultipart({ name, contentType, content }: File) {
  const boundary = `portal-${randomUUID()}`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename=${quoted(name)}\r\ncontent-type: ${contentType}\r\n\r\n`
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(head)
    yield* content
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  }
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: ReadableStream.from(pieces()) }
}
