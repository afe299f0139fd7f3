import { SaxesParser } from 'saxes'

type Handlers = {
  /** A tag opens: its name without a namespace prefix, its attributes by their full names. */
  open: (name: string, attributes: Record<string, string>) => void
  /** A tag closes; `text` is what follows the last tag before it, with entities and CDATA resolved. */
  close?: (name: string, text: string) => void
}

const knownEncodings = /^(?:utf-8|us-ascii|iso-8859-1|windows-1252)$/i
const maxDepth = 1000

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Parses XML in linear time; yields the number of characters read after each chunk. Throws if it is malformed, nested
 * too deeply, or has a DOCTYPE (its entities could expand without end) or an unknown encoding.
 */
export async function* readXml(chunks: AsyncIterable<Uint8Array>, { open, close }: Handlers): AsyncGenerator<number> {
  const parser = new SaxesParser()
  const decoder = new TextDecoder()
  let text = ''
  let depth = 0
  const addText = (more: string) => {
    if (close) text += more
  }
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => parser.fail('DOCTYPE is not allowed'))
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding && !knownEncodings.test(encoding)) parser.fail('Unknown encoding')
  })
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
  for await (const chunk of chunks) {
    parser.write(decoder.decode(chunk, { stream: true }))
    yield parser.position
  }
  parser.write(decoder.decode()).close()
}
