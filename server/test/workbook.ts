import { readXlsx } from 'hucre/xlsx'

/**
 * The rows of the first sheet by their headings, and the lines of the second.
 */
export async function readWorkbook(bytes: Uint8Array) {
  const { sheets } = await readXlsx(bytes)
  const [head = [], ...rows] = sheets[0]?.rows ?? []
  return {
    head: head.map(String),
    rows: rows.map((row) =>
      Object.fromEntries(
        head.map((label, index) => [String(label), row[index] ?? null]),
      ),
    ),
    about: new Map(
      (sheets[1]?.rows ?? []).map(([label, text]) => [
        String(label),
        String(text),
      ]),
    ),
  }
}
