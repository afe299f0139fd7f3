import type { SampleFile } from '../document/sample-files.ts'

/** A table of plain words as a CSV file. */
export const csvOf = (name: string, rows: readonly string[][]): SampleFile => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.map((row) => row.join(',')).join('\n')),
})
