import { readXlsx } from 'hucre/xlsx'

/**
 * The rows of the first sheet by their headings, and the lines of the second.
 */
export async function readWorkbook(bytes: Uint8Array) {
  const { sheets } = await readXlsx(bytes)
  const [list, about] = sheets
  const [headings = [], ...rows] = list?.rows ?? []
  const head = headings.map(String)
  const toRecord = (row: (typeof rows)[number]) =>
    Object.fromEntries(head.map((label, index) => [label, row[index] ?? null]))
  const lines = (about?.rows ?? []).map(
    ([label, text]) => [String(label), String(text)] as const,
  )
  return { head, rows: rows.map(toRecord), about: new Map(lines) }
}
