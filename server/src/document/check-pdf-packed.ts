import { inflateSync } from 'node:zlib'
import { damaged, refuse } from './check-refusal.ts'
import { isWhite, nameOf, PdfTokens } from './read-pdf-tokens.ts'

/** Objects of one stream, unpacked. */
const mostUnpacked = 32 << 20

/** How a stream is packed, as far as objects may be: by what its own dictionary says, and nothing that it points to. */
export type Packing = { isDeflated: boolean; first: number; count: number; length: number }

type Dictionary = Map<string, readonly string[]>

const isWhole = (token: string | undefined) => token !== undefined && /^\d{1,10}$/.test(token)

/** Where the value that begins at `at` ends; `7 0 R` is one. */
function endOfValue(tokens: readonly string[], at: number): number {
  let depth = 0
  for (let end = at; end < tokens.length; end++) {
    const token = tokens[end] ?? ''
    if (token === '<<' || token === '[') depth++
    if (token === '>>' || token === ']') depth--
    if (depth > 0) continue
    const isReference = isWhole(token) && isWhole(tokens[end + 1]) && tokens[end + 2] === 'R'
    return end + (end === at && isReference ? 3 : 1)
  }
  return tokens.length
}

/** The dictionary that the words of an object are; undefined when it is none, or says something twice. */
function dictionaryOf(tokens: readonly string[]): Dictionary | undefined {
  if (tokens[0] !== '<<' || tokens.at(-1) !== '>>') return undefined
  const found: Dictionary = new Map()
  for (let at = 1; at < tokens.length - 1; ) {
    const key = tokens[at] ?? ''
    const end = endOfValue(tokens, at + 1)
    const name = nameOf(key)
    if (!key.startsWith('/') || found.has(name)) return undefined
    found.set(name, tokens.slice(at + 1, end))
    at = end
  }
  return found
}

/** Nothing, or Flate once; in an array or not. Undefined is what is not undone here. */
function isDeflated({ Filter, F }: Record<string, readonly string[] | undefined>): boolean | undefined {
  if (F) return undefined
  if (!Filter) return false
  const one = Filter[0] === '[' && Filter.length === 3 ? Filter[1] : Filter.length === 1 ? Filter[0] : undefined
  return one?.startsWith('/') && ['FlateDecode', 'Fl'].includes(nameOf(one)) ? true : undefined
}

function hasPredictor(parameters: readonly string[] = []): boolean {
  if (parameters.includes('R')) return true
  return parameters.some(
    (token, at) => token.startsWith('/') && nameOf(token) === 'Predictor' && parameters[at + 1] !== '1',
  )
}

/** How the objects of a stream are packed; undefined when only a reader could tell. */
export function packingOf(tokens: readonly string[]): Packing | undefined {
  const dictionary = dictionaryOf(tokens)
  if (!dictionary) return undefined
  const values = Object.fromEntries(dictionary)
  const deflated = isDeflated(values)
  if (deflated === undefined || values.DP || hasPredictor(values.DecodeParms)) return undefined
  const number = (key: string) => (values[key]?.length === 1 && isWhole(values[key][0]) ? Number(values[key][0]) : -1)
  return { isDeflated: deflated, first: number('First'), count: number('N'), length: number('Length') }
}

/** Whether a table of places is packed so that it can be undone; it holds no names, so what foretells it does not matter. */
export function isPlainTable(tokens: readonly string[]): boolean {
  const dictionary = dictionaryOf(tokens)
  return dictionary !== undefined && isDeflated(Object.fromEntries(dictionary)) !== undefined
}

/** What a stream of objects holds, its length being that of its data. */
export function unpacked(name: string, bytes: Buffer, { isDeflated, length }: Packing): Buffer {
  if (!isDeflated) {
    const isLineEnd = /^\r?\n?$/.test(bytes.toString('latin1', length, length + 3))
    if (length < 0 || length > bytes.length || !isLineEnd) throw damaged(name, 'a part of it is not as long as it says')
    return bytes.subarray(0, length)
  }
  try {
    return inflateSync(bytes, { maxOutputLength: mostUnpacked })
  } catch (error) {
    if (error instanceof RangeError) throw refuse(name, 'unpacks to far more than its size')
    throw damaged(name, 'a part of it cannot be unpacked')
  }
}

/**
 * The words of objects that were packed. Each begins where the list before them says, and that must be where a word
 * begins: a reader that is sent into the middle of a string would see others.
 */
export function* wordsOf(name: string, bytes: Buffer, { first, count }: Packing): Generator<string> {
  const odd = damaged(name, 'its packed objects are not where they should be')
  if (first < 0 || first > bytes.length || count < 0) throw odd
  const list = bytes.toString('latin1', 0, first)
  if (!/^[\d\s\0]*$/.test(list)) throw odd
  const numbers = list.split(/[\s\0]+/).filter((digits) => digits !== '')
  if (numbers.length < count * 2) throw odd
  const places = numbers.filter((_, index) => index % 2 === 1).map((digits) => first + Number(digits))
  places.sort((a, b) => a - b)

  const tokens = new PdfTokens(bytes, first)
  let next = 0
  let before = first
  for (let token = tokens.next(true); token !== undefined; token = tokens.next(true)) {
    const { start, at } = tokens
    let gap = start
    if ((places[next] ?? at) < start) while (gap > before && isWhite(bytes[gap - 1])) gap--
    for (let place = places[next]; place !== undefined && place < at; place = places[++next])
      if (place < gap || place > start) throw odd
    before = at
    yield token
  }
  // What is left begins behind the last word: in spaces, or in a comment or a string that does not end.
  const last = places[next]
  if (last !== undefined && last < bytes.length && bytes.subarray(last).some((byte) => !isWhite(byte))) throw odd
}
