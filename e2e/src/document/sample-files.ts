import { crc32, deflateSync } from 'node:zlib'

/** A file as Playwright's `setInputFiles` takes it. */
export type SampleFile = { name: string; mimeType: string; buffer: Buffer }

/** Objects of a PDF beside its pages: `extra` are whole objects, `catalog` entries of the document's own. */
type More = { catalog?: string; extra?: readonly string[]; pageEntries?: string }

/** A PDF with a line of text on each page, in a font that every reader must have. */
export const pdfOf = (name: string, lines: readonly string[], more: More = {}): SampleFile => {
  const first = 4
  const pageIds = lines.map((_, index) => first + 2 * index)
  const pages = lines.flatMap((line, index) => {
    const content = `BT /F1 24 Tf 72 700 Td (${line.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj ET`
    const box = '/MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >>'
    return [
      `<< /Type /Page /Parent 2 0 R ${box} /Contents ${first + 2 * index + 1} 0 R ${more.pageEntries ?? ''} >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]
  })
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${more.catalog ?? ''} >>`,
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${lines.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages,
    ...(more.extra ?? []),
  ]
  let text = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const start = text.length
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(text, 'latin1') }
}

/** A PNG of one colour. */
export const pngOf = (name: string, width: number, height: number): SampleFile => {
  const chunk = (kind: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
    const frame = Buffer.alloc(body.length + 8)
    frame.writeUInt32BE(data.length, 0)
    body.copy(frame, 4)
    frame.writeUInt32BE(crc32(body), body.length + 4)
    return frame
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x5a)])
  const dots = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [signature, chunk('IHDR', head), chunk('IDAT', dots), chunk('IEND', Buffer.alloc(0))]
  return { name, mimeType: 'image/png', buffer: Buffer.concat(parts) }
}

/** A text by any name. */
export const textOf = (name: string, text: string): SampleFile => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
})
