import { createHash } from 'node:crypto'
import { intakeLimits } from '@portal/contract/data-capture/model'
import { refuse } from '../../lib/files/refusal.ts'
import type { Arrived, Inbox } from '../../lib/integrations/transmittals.ts'
import type { IndexLine } from '../read-capture.ts'
import type { TableReader } from '../read-table.ts'

/**
 * A transmittal: the rows of its index, and which of its images have arrived.
 */
export type Transmittal = {
  index: Arrived
  lines: IndexLine[]
  /**
   * By the lower-case name: case may differ between the index and the files.
   */
  images: ReadonlyMap<string, Arrived>
  missing: string[]
}

const getImage = ({ cells }: IndexLine): string => cells[1] ?? ''

/** The image of a row in the maps that are by its lower-case name. */
export const getImageKey = (line: IndexLine): string =>
  getImage(line).toLowerCase()

/**
 * An index file: its bytes (null if it is too large), and a mark that changes
 * with its content.
 */
export type Index = { file: Arrived; bytes: Buffer | null; mark: string }

const toMark = ({ size, modifiedAt }: Arrived): string =>
  `${size} ${modifiedAt.toISOString()}`

/** A hash that changes with the files of a transmittal. */
export const takeSnapshot = ({
  index,
  images,
  missing,
}: Transmittal): string => {
  const files = [index, ...images.values()].map(
    (file) => `${file.name} ${toMark(file)}`,
  )
  return createHash('sha256')
    .update(JSON.stringify([files.toSorted(), missing.toSorted()]))
    .digest('hex')
}

export async function fetchIndex(inbox: Inbox, file: Arrived): Promise<Index> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of inbox.read(file.name)) {
    size += piece.length
    if (size > intakeLimits.bytes)
      return { file, bytes: null, mark: toMark(file) }
    pieces.push(piece)
  }
  const bytes = Buffer.concat(pieces)
  return {
    file,
    bytes,
    mark: `${createHash('sha256').update(bytes).digest('hex')} ${toMark(file)}`,
  }
}

/** Reads a transmittal's index. Throws a refusal (400) if it isn't one. */
export async function readIndex(
  tables: TableReader,
  { file: index, bytes }: Index,
  files: readonly Arrived[],
): Promise<Transmittal> {
  if (!bytes)
    throw refuse(index.name, `is larger than ${intakeLimits.bytes >> 20} MB`)
  const { batches } = await tables.read({
    of: 'INDEX',
    type: 'CSV',
    name: index.name,
    bytes,
  })
  const lines: IndexLine[] = batches.flatMap((batch): IndexLine[] =>
    JSON.parse(batch),
  )
  const there = new Map(files.map((file) => [file.name.toLowerCase(), file]))
  const images = new Map<string, Arrived>()
  const missing = new Set<string>()
  for (const line of lines) {
    const name = getImage(line)
    const file = there.get(name.toLowerCase())
    if (file && file.name !== index.name) images.set(name.toLowerCase(), file)
    else if (name !== '') missing.add(name)
  }
  return { index, lines, images, missing: [...missing] }
}
