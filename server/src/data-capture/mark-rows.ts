import { createHash } from 'node:crypto'
import type {
  CaptureEffect,
  PreviewRow,
} from '@portal/contract/data-capture/model'

/** What a row was going to do, by its number. */
export type Marks = ReadonlyMap<number, string>

const markBytes = 8
const rowBytes = 4 + markBytes

/**
 * A short hash of what a row does, to notice later that it would do something
 * else.
 */
export function markEffect(
  effect: CaptureEffect,
  changes: PreviewRow['changes'],
): string {
  const facts = JSON.stringify([effect, effect === 'UPDATED' ? changes : []])
  const hash = createHash('sha256').update(facts).digest()
  return hash.subarray(0, markBytes).toString('hex')
}

/** The marks of a file as bytes: row number and hash, one after the other. */
export const packMarks = (rows: readonly PreviewRow[]): Buffer =>
  Buffer.concat(
    rows.map(({ rowNumber, effect, changes }) => {
      const bytes = Buffer.alloc(rowBytes)
      bytes.writeUInt32BE(rowNumber)
      bytes.write(markEffect(effect, changes), 4, 'hex')
      return bytes
    }),
  )

export function unpackMarks(bytes: Buffer): Marks {
  const marks = new Map<number, string>()
  for (let at = 0; at < bytes.length; at += rowBytes) {
    const mark = bytes.subarray(at + 4, at + rowBytes).toString('hex')
    marks.set(bytes.readUInt32BE(at), mark)
  }
  return marks
}
