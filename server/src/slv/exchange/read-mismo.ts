import { createReadStream } from 'node:fs'
import { joinSentences } from '@portal/contract/lib/sentences'
import { UndecodableText } from '@portal/contract/lib/text-encoding'
import { mismoLimits } from '@portal/contract/slv/import-api'
import { AppError } from '../../lib/errors.ts'
import { readXml } from '../../lib/files/read-xml.ts'
import { damaged, refuse } from '../../lib/files/refusal.ts'

/** An element of a MISMO file; `text` is empty for containers. */
export type Element = {
  name: string
  attributes: Record<string, string>
  text: string
  children: Element[]
  parent: Element | null
}

/** MISMO files are about 20 deep. */
const maxDepth = 60

/**
 * The elements of an XML file, within limits. Throws 400 if it isn't XML or is
 * too large.
 */
async function readTree(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<Element> {
  const root: Element = {
    name: '',
    attributes: {},
    text: '',
    children: [],
    parent: null,
  }
  let current = root
  let count = 0
  let depth = 0
  const handlers: Parameters<typeof readXml>[1] = {
    open: (tag, attributes) => {
      if (++count > mismoLimits.elements)
        throw refuse(
          name,
          `has more than ${mismoLimits.elements.toLocaleString('en-US')} elements`,
        )
      if (++depth > maxDepth)
        throw refuse(name, 'is nested too deeply for a MISMO file')
      const opened: Element = {
        name: tag.slice(0, 100),
        attributes,
        text: '',
        children: [],
        parent: current,
      }
      current.children.push(opened)
      current = opened
    },
    close: (_, text) => {
      depth--
      if (current.children.length === 0) current.text = text.trim()
      current = current.parent ?? root
    },
  }
  try {
    for await (const _ of readXml(chunks, handlers, { isStrict: true }));
  } catch (error) {
    if (error instanceof AppError || !(error instanceof Error)) throw error
    if (error instanceof UndecodableText)
      throw refuse(
        name,
        joinSentences([
          `cannot be read: ${error.message}`,
          'Save it as UTF-8 and try again.',
        ]),
      )
    throw damaged(
      name,
      `it is not well-formed XML (${error.message.slice(0, 200)})`,
    )
  }
  return root
}

/** The elements at a path below an element, in order. */
export function findAll(from: Element, path: string): Element[] {
  let found = [from]
  for (const step of path.split('/'))
    found = found.flatMap(({ children }) =>
      children.filter(({ name }) => name === step),
    )
  return found
}

/** The elements that have a value, in order. */
export const findLeaves = (from: Element): Element[] => {
  if (from.children.length > 0) return from.children.flatMap(findLeaves)
  return from.text === '' ? [] : [from]
}

/**
 * The last part of an element's path: long enough to find it, short enough to
 * read.
 */
export const shortPath = (leaf: Element): string => {
  const names = [leaf.name]
  for (
    let above = leaf.parent;
    above?.parent && names.length < 3;
    above = above.parent
  )
    names.unshift(above.name)
  return names.join('/')
}

/**
 * The one DEAL of a MISMO 3.4 to 3.6 file, and the file's root. Throws 400 for
 * any other file.
 */
export async function readDeal(
  name: string,
  path: string,
): Promise<{ root: Element; deal: Element }> {
  const root = await readTree(name, createReadStream(path))
  const [message] = root.children
  if (message?.name !== 'MESSAGE')
    throw refuse(name, 'is not a MISMO file: its root element is not MESSAGE')
  const version = message.attributes.MISMOReferenceModelIdentifier ?? ''
  if (!/^3\.[456]/.test(version)) {
    const found = version
      ? `its version is ${version.slice(0, 40)}`
      : 'it doesn’t name its version'
    throw refuse(
      name,
      `cannot be imported: ${found}. Use MISMO 3.4, 3.5 or 3.6.`,
    )
  }
  const deals = findAll(message, 'DEAL_SETS/DEAL_SET/DEALS/DEAL')
  const [deal] = deals
  if (!deal) throw refuse(name, 'has no DEAL')
  if (deals.length > 1)
    throw refuse(name, `has ${deals.length} deals. Import one file per loan.`)
  return { root, deal }
}
