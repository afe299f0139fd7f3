/** Decodes UTF-16 by its byte order mark, UTF-8, or Windows-1252. An incomplete last character is left out. */
export const decodeText = (bytes: Uint8Array<ArrayBuffer>): string => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes, { stream: true })
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes, { stream: true })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const delimiters = [',', ';', '\t', '|'] as const

/** The delimiter that occurs most often in the first line. */
const delimiterOf = (text: string) => {
  const [line = ''] = text.split('\n', 1)
  const count = (sign: string) => line.split(sign).length
  return delimiters.reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** The first rows of a CSV. Quoted values may contain delimiters, line breaks and doubled quotes. */
export const parseCsv = (text: string, maxRows: number): string[][] => {
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
  for (let at = 0; at < text.length && rows.length < maxRows; at++) {
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
  if (rows.length < maxRows && (value !== '' || row.length > 0)) endRow()
  return rows
}
