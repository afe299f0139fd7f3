const delimiters = [',', ';', '\t', '|'] as const

/** What stands between the values: the sign that the first line has most of. */
const delimiterOf = (text: string) => {
  const [line = ''] = text.split('\n', 1)
  const count = (sign: string) => line.split(sign).length
  return delimiters.reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** Rows of a CSV, `most` at most; quoted values may hold delimiters, line breaks and doubled quotes. */
export const separated = (text: string, most: number): string[][] => {
  const delimiter = delimiterOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let value = ''
  let isQuoted = false
  const endRow = () => {
    rows.push([...row, value])
    row = []
    value = ''
  }
  for (let at = 0; at < text.length && rows.length < most; at++) {
    const sign = text.charAt(at)
    if (isQuoted) {
      if (sign !== '"') value += sign
      else if (text.charAt(at + 1) === '"') {
        value += sign
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && value === '') isQuoted = true
    else if (sign === delimiter) {
      row.push(value)
      value = ''
    } else if (sign === '\n') endRow()
    else if (sign !== '\r') value += sign
  }
  if (rows.length < most && (value !== '' || row.length > 0)) endRow()
  return rows
}
