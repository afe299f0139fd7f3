const linesPerPage = 46

const escaped = (line: string) =>
  line.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, (sign) => `\\${sign}`)

/**
 * A PDF of plain text on A4: a title on each page, and as many pages as its
 * lines need.
 */
export function drawPdf(title: string, lines: readonly string[]): Buffer {
  const pages = Array.from(
    { length: Math.max(1, Math.ceil(lines.length / linesPerPage)) },
    (_, page) => {
      const shown = lines
        .slice(page * linesPerPage, (page + 1) * linesPerPage)
        .map((line) => `(${escaped(line)}) Tj T*`)
      const head = `BT /F2 16 Tf 56 770 Td (${escaped(title)}) Tj ET`
      return [head, 'BT /F1 10.5 Tf 15 TL 56 736 Td', ...shown, 'ET'].join('\n')
    },
  )
  const resources = '/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>'
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, page) => `${5 + page * 2} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
    ...pages.flatMap((content, page) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${6 + page * 2} 0 R ${resources} >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ])
}

/** A color, each part from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number]

/** Something on a page; places in points from the lower left corner. */
export type Mark =
  | {
      kind: 'TEXT'
      x: number
      y: number
      text: string
      size?: number
      isBold?: boolean
    }
  | {
      kind: 'SHAPE'
      points: readonly (readonly [x: number, y: number])[]
      color: Color
    }
  | {
      kind: 'LINE'
      from: readonly [x: number, y: number]
      to: readonly [x: number, y: number]
    }

const drawMark = (mark: Mark): string => {
  if (mark.kind === 'LINE')
    return `0.6 w ${mark.from.join(' ')} m ${mark.to.join(' ')} l S`
  if (mark.kind === 'SHAPE') {
    const [start = [0, 0], ...others] = mark.points
    const path = others.map((point) => `${point.join(' ')} l`).join(' ')
    return `${mark.color.join(' ')} rg ${start.join(' ')} m ${path} f 0 0 0 rg`
  }
  const { x, y, text, size = 10, isBold = false } = mark
  return `BT /${isBold ? 'F2' : 'F1'} ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`
}

/** A PDF in US Letter of pages with texts, lines and filled shapes. */
export function drawPages(pages: readonly (readonly Mark[])[]): Buffer {
  const resources = '/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>'
  const contents = pages.map((marks) => marks.map(drawMark).join('\n'))
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, page) => `${5 + page * 2} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
    ...contents.flatMap((content, page) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${6 + page * 2} 0 R ${resources} >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ])
}

/**
 * A PDF file of these objects, numbered from 1, the first being the catalog.
 */
export function assemble(objects: readonly string[]): Buffer {
  let body = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
  const places = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + end, 'latin1')
}
