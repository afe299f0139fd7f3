/**
 * A cell of a CSV that a spreadsheet opens: what it would take for a formula is text to it, by the apostrophe that it knows
 * for this (OWASP, CSV injection).
 */
const cellOf = (text: string): string => {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",;\t\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** By this Excel knows that the text is UTF-8. */
const mark = '\ufeff'

/** A CSV, line by line: the titles, and batches of rows while they are read. */
export async function* csvOf(titles: readonly string[], batches: AsyncIterable<readonly (readonly string[])[]>) {
  yield Buffer.from(mark + csvLine(titles))
  for await (const batch of batches) yield Buffer.from(batch.map(csvLine).join(''))
}
