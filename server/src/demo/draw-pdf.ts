/** A4 in points, and the lines that a page holds. */
const width = 595
const height = 842
const linesOnPage = 46

const escaped = (line: string) => line.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, (sign) => `\\${sign}`)

const pageContent = (title: string, lines: readonly string[]) =>
  [
    `BT /F2 16 Tf 56 ${height - 72} Td (${escaped(title)}) Tj ET`,
    `0.6 w 56 ${height - 82} m ${width - 56} ${height - 82} l S`,
    `BT /F1 10.5 Tf 15 TL 56 ${height - 106} Td`,
    ...lines.map((line) => `(${escaped(line)}) Tj T*`),
    'ET',
  ].join('\n')

const inPages = (lines: readonly string[]) =>
  Array.from({ length: Math.max(1, Math.ceil(lines.length / linesOnPage)) }, (_, page) =>
    lines.slice(page * linesOnPage, (page + 1) * linesOnPage),
  )

/** A PDF of plain text: a title on each page, and as many pages as its lines need. */
export function drawPdf(title: string, lines: readonly string[]): Buffer {
  const pages = inPages(lines)
  const idOfPage = (page: number) => 5 + page * 2
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, page) => `${idOfPage(page)} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
    ...pages.flatMap((part, page) => {
      const content = pageContent(title, part)
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${idOfPage(page) + 1} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  return assemble(objects)
}

/** Objects numbered from 1, the first being the catalog, as a file: with the table of where each stands. */
export function assemble(objects: readonly string[]): Buffer {
  let body = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
  const places = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + end, 'latin1')
}
