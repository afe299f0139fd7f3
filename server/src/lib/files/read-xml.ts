import {
  createDecoder,
  findXmlEncoding,
  lostCharacter,
  UndecodableText,
  xmlDeclarationBytes,
} from '@portal/contract/lib/text-encoding'
import { SaxesParser } from 'saxes'

type Handlers = {
  /** A tag opens: its name without a namespace prefix, its attributes by their full names. */
  open: (name: string, attributes: Record<string, string>) => void
  /** A tag closes; `text` is what follows the last tag before it, with entities and CDATA resolved. */
  close?: (name: string, text: string) => void
}

const maxDepth = 1000

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Decodes XML by its mark or declaration. Throws `UndecodableText` for an unknown encoding. */
async function* decodeXml(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let start: Uint8Array | null = Buffer.alloc(0)
  let decoder = requireDecoder('utf-8')
  for await (const chunk of chunks) {
    const bytes: Uint8Array = start ? Buffer.concat([start, chunk]) : chunk
    if (start && bytes.length < xmlDeclarationBytes) {
      start = bytes
      continue
    }
    if (start) decoder = requireDecoder(findXmlEncoding(bytes))
    start = null
    yield decoder.decode(bytes, { stream: true })
  }
  if (start) yield requireDecoder(findXmlEncoding(start)).decode(start)
  else yield decoder.decode()
}

function requireDecoder(encoding: string) {
  const decoder = createDecoder(encoding)
  if (!decoder) throw new UndecodableText(1, `declares the unknown encoding "${encoding}"`)
  return decoder
}

type Options = {
  /** Refuses text and attributes that lost a character: the file is not in the encoding that it declares. */
  isStrict?: boolean
}

/**
 * Parses XML in linear time; yields the number of characters read after each chunk. Throws if it is malformed, nested
 * too deeply, or has a DOCTYPE (its entities could expand without end). Throws `UndecodableText` for an unknown
 * encoding and, if strict, for a lost character.
 */
export async function* readXml(
  chunks: AsyncIterable<Uint8Array>,
  { open, close }: Handlers,
  { isStrict = false }: Options = {},
): AsyncGenerator<number> {
  const parser = new SaxesParser()
  let text = ''
  let depth = 0
  const refuseLost = (value: string) => {
    if (isStrict && value.includes(lostCharacter))
      throw new UndecodableText(parser.line, 'has a character that is not valid in the encoding of the file')
  }
  const addText = (more: string) => {
    refuseLost(more)
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
    if (isStrict) Object.values(attributes).forEach(refuseLost)
    open(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    depth--
    close?.(localName(name), text)
    text = ''
  })
  for await (const piece of decodeXml(chunks)) {
    parser.write(piece)
    yield parser.position
  }
  parser.close()
}
