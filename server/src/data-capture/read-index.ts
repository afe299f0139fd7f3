import { createHash } from 'node:crypto'
import { intakeLimits } from '@portal/contract/data-capture/model'
import { refuse } from '../document/check-refusal.ts'
import type { Arrived, Inbox } from '../lib/transmittals.ts'
import type { TableReader } from './read-apart.ts'
import type { IndexLine } from './read-capture.ts'

/** A transmittal as it lies there now: its index's rows, and which files they name are there. */
export type Transmittal = {
  index: Arrived
  lines: IndexLine[]
  /** By the name in small letters, as the index and whoever sends may differ in that. */
  images: ReadonlyMap<string, Arrived>
  missing: string[]
  /** The row in which each image stands first, by its name in small letters. */
  firstRows: ReadonlyMap<string, number>
}

/** The name of the image in a row. */
export const imageOf = ({ cells }: IndexLine): string => cells[1] ?? ''

/** An index as it lies there: its bytes, none where they are too many, and what tells it from another of its name. */
export type Index = { file: Arrived; bytes: Buffer | null; mark: string }

const markOf = ({ size, modifiedAt }: Arrived): string => `${size} ${modifiedAt.toISOString()}`

/** Tells whether anything of a transmittal has changed. */
export const snapshotOf = ({ index, images, missing }: Transmittal): string => {
  const files = [index, ...images.values()].map((file) => `${file.name} ${markOf(file)}`)
  return createHash('sha256')
    .update(JSON.stringify([files.toSorted(), missing.toSorted()]))
    .digest('hex')
}

/** Fetches an index, up to the size that it may have. */
export async function fetchIndex(inbox: Inbox, file: Arrived): Promise<Index> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of inbox.read(file.name)) {
    size += piece.length
    if (size > intakeLimits.bytes) return { file, bytes: null, mark: markOf(file) }
    pieces.push(piece)
  }
  const bytes = Buffer.concat(pieces)
  return { file, bytes, mark: `${createHash('sha256').update(bytes).digest('hex')} ${markOf(file)}` }
}

/** Reads a transmittal by its index. Throws a refusal (400) for what is no such index. */
export async function readIndex(
  tables: TableReader,
  { file: index, bytes }: Index,
  files: readonly Arrived[],
): Promise<Transmittal> {
  if (!bytes) throw refuse(index.name, `is larger than ${intakeLimits.bytes >> 20} MB`)
  const { batches } = await tables.read({ of: 'INDEX', type: 'CSV', name: index.name, bytes })
  const lines: IndexLine[] = batches.flatMap((batch): IndexLine[] => JSON.parse(batch))
  const there = new Map(files.map((file) => [file.name.toLowerCase(), file]))
  const images = new Map<string, Arrived>()
  const missing = new Set<string>()
  const firstRows = new Map<string, number>()
  for (const line of lines) {
    const name = imageOf(line)
    if (!firstRows.has(name.toLowerCase())) firstRows.set(name.toLowerCase(), line.rowNumber)
    const file = there.get(name.toLowerCase())
    if (file && file.name !== index.name) images.set(name.toLowerCase(), file)
    else if (name !== '') missing.add(name)
  }
  return { index, lines, images, missing: [...missing], firstRows }
}
