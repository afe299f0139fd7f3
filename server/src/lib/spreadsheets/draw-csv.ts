/**
 * Adds an apostrophe to text that already begins with an apostrophe and a sign
 * of a formula: uploads remove one (`removeGuard` in read-rows.ts).
 */
export const keepApostrophe = (text: string): string =>
  /^'+[=+\-@]/.test(text) ? `'${text}` : text

/**
 * A CSV cell. A leading apostrophe keeps spreadsheets from running it as a
 * formula (OWASP, CSV injection).
 */
const toCell = (text: string): string => {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : keepApostrophe(text)
  return /[",;\t\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (cells: readonly string[]): string =>
  `${cells.map(toCell).join(',')}\r\n`

/** Tells Excel that the text is UTF-8. */
const byteOrderMark = '\ufeff'

type Batch = readonly (readonly string[])[]

export async function* drawCsv(
  titles: readonly string[],
  batches: Iterable<Batch> | AsyncIterable<Batch>,
) {
  yield Buffer.from(byteOrderMark + csvLine(titles))
  for await (const batch of batches)
    yield Buffer.from(batch.map(csvLine).join(''))
}
