import {
  createDecoder,
  findXmlEncoding,
  replacementCharacter,
  UndecodableText,
  xmlDeclarationBytes,
} from '@portal/contract/lib/text-encoding'
import { SaxesParser } from 'saxes'

type Handlers = {
  /**
   * A tag opens: its name without a namespace prefix, its attributes by their
   * full names.
   */
  open: (name: string, attributes: Record<string, string>) => void
  /**
   * A tag closes; `text` is what follows the last tag before it, with entities
   * and CDATA resolved.
   */
  close?: (name: string, text: string) => void
}

const maxDepth = 1000

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Decodes XML by its mark or declaration. Throws `UndecodableText` for an
 * unknown encoding and, if strict, for bytes that aren't in it.
 */
async function* decodeXml(
  chunks: AsyncIterable<Uint8Array>,
  isStrict: boolean,
): AsyncGenerator<string> {
  let start: Uint8Array | null = Buffer.alloc(0)
  let decoder = openDecoder('utf-8', isStrict)
  for await (const chunk of chunks) {
    const bytes: Uint8Array = start ? Buffer.concat([start, chunk]) : chunk
    if (start && bytes.length < xmlDeclarationBytes) {
      start = bytes
      continue
    }
    if (start) decoder = openDecoder(findXmlEncoding(bytes), isStrict)
    start = null
    yield decoder.write(bytes)
  }
  if (start) {
    decoder = openDecoder(findXmlEncoding(start), isStrict)
    yield decoder.write(start)
  }
  yield decoder.end()
}

/**
 * A decoder of pieces. A strict one throws `UndecodableText` for the line of
 * the first byte that isn't in the encoding.
 */
function openDecoder(encoding: string, isStrict: boolean) {
  const decoder = createDecoder(encoding)
  const check = createDecoder(encoding, { fatal: true })
  if (!decoder || !check)
    throw new UndecodableText(1, `declares the unknown encoding "${encoding}"`)
  let line = 1

  const read = (bytes: Uint8Array | undefined, isLast: boolean): string => {
    const text = decoder.decode(bytes, { stream: !isLast })
    if (!isStrict) return text
    try {
      check.decode(bytes, { stream: !isLast })
    } catch {
      const lost = text.slice(
        0,
        Math.max(0, text.indexOf(replacementCharacter)),
      )
      throw new UndecodableText(
        line + countLines(lost),
        'has a character that is not valid in the encoding of the file',
      )
    }
    line += countLines(text)
    return text
  }
  return {
    write: (bytes: Uint8Array) => read(bytes, false),
    end: () => read(undefined, true),
  }
}

const countLines = (text: string) => text.split('\n').length - 1

type Options = {
  /** Refuses a file that is not in the encoding that it declares. */
  isStrict?: boolean
}

/**
 * Parses XML in linear time; yields the number of characters read after each
 * chunk. Throws if it is malformed, nested too deeply, or has a DOCTYPE (its
 * entities could expand without end). Throws `UndecodableText` for an unknown
 * encoding and, if strict, for a byte that isn't in it.
 */
export async function* readXml(
  chunks: AsyncIterable<Uint8Array>,
  { open, close }: Handlers,
  { isStrict = false }: Options = {},
): AsyncGenerator<number> {
  const parser = new SaxesParser()
  let text = ''
  let depth = 0
  const addText = (more: string) => {
    if (close) text += more
  }
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => parser.fail('DOCTYPE is not allowed'))
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > maxDepth) parser.fail('Nested too deeply')
    text = ''
    open(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    depth--
    close?.(localName(name), text)
    text = ''
  })
  for await (const piece of decodeXml(chunks, isStrict)) {
    parser.write(piece)
    yield parser.position
  }
  parser.close()
}
