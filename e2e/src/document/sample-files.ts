import { deflateSync } from 'node:zlib'

/** A file as Playwright's `setInputFiles` takes it. */
export type SampleFile = { name: string; mimeType: string; buffer: Buffer }

/** More entries of the catalog and of each page. */
type MoreEntries = { catalog?: string; pageEntries?: string }

/** A PDF of these objects, of which the first is the catalog. */
function assemblePdf(name: string, objects: readonly string[]): SampleFile {
  let text = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n'
  let crossReferences = '0000000000 65535 f \n'
  for (const [index, object] of objects.entries()) {
    const offset = String(text.length).padStart(10, '0')
    crossReferences += `${offset} 00000 n \n`
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const tableOffset = text.length
  const size = objects.length + 1
  text += `xref\n0 ${size}\n${crossReferences}`
  text += `trailer\n<< /Size ${size} /Root 1 0 R >>\n`
  text += `startxref\n${tableOffset}\n%%EOF\n`
  return {
    name,
    mimeType: 'application/pdf',
    buffer: Buffer.from(text, 'latin1'),
  }
}

const streamOf = (content: string, entries = '') =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`

/** A PDF of one scanned plan in black and white: black above, white below. */
export function planOf(
  name: string,
  width: number,
  height: number,
): SampleFile {
  const rowBytes = width / 8
  const pixels = Buffer.concat([
    Buffer.alloc(rowBytes * (height / 2)),
    Buffer.alloc(rowBytes * (height / 2), 0xff),
  ])
  const packed = deflateSync(pixels).toString('latin1')
  const image = [
    '/Type /XObject /Subtype /Image',
    `/Width ${width} /Height ${height}`,
    '/BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /FlateDecode',
  ]
  return assemblePdf(name, [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 2592 1728] /Resources << /XObject << /I 4 0 R >> >> /Contents 5 0 R >>',
    streamOf(packed, image.join(' ')),
    streamOf('q 2592 0 0 1728 0 0 cm /I Do Q'),
  ])
}

/**
 * A PDF with a line of text on each page, in a font that every reader must
 * have.
 */
export const pdfOf = (
  name: string,
  lines: readonly string[],
  { catalog = '', pageEntries = '' }: MoreEntries = {},
): SampleFile => {
  // Each page is two objects, after the catalog, the list of pages and the font.
  const pageIds = lines.map((_, index) => 4 + 2 * index)
  const pages = lines.flatMap((line, index) => {
    const contentId = 4 + 2 * index + 1
    const escaped = line.replaceAll(/[\\()]/g, String.raw`\$&`)
    const box = '/MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >>'
    return [
      `<< /Type /Page /Parent 2 0 R ${box} /Contents ${contentId} 0 R ${pageEntries} >>`,
      streamOf(`BT /F1 24 Tf 72 700 Td (${escaped}) Tj ET`),
    ]
  })
  const kids = pageIds.map((id) => `${id} 0 R`).join(' ')
  return assemblePdf(name, [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${lines.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages,
  ])
}

/** A gray PNG of 40 × 30 pixels. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAeCAIAAADRv8uKAAAAKElEQVR4nO3NMQEAAAwCIHPaP4gxtgMKkB6JWCwWi8VisVgsFov/xgMxb/Hdk26pIgAAAABJRU5ErkJggg=='
export const pngOf = (name: string): SampleFile => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(png, 'base64'),
})

/**
 * A scan of one sheet of 64 × 80 pixels, as fax machines write it (CCITT G4):
 * white, with a black bar.
 */
const scan = [
  'SUkqACwAAAA1A1f//////////////////////////////////////+ACACAJAAABBAABAAAAQAAAAAEBBAABAAAAUAAAAAIBBAABAAAAAQAAAAMBBAAB',
  'AAAABAAAAAYBBAABAAAAAAAAABEBBAABAAAACAAAABUBBAABAAAAAQAAABYBBAABAAAAUAAAABcBBAABAAAAJAAAAAAAAAA=',
].join('')
export const scanOf = (name: string): SampleFile => ({
  name,
  mimeType: 'image/tiff',
  buffer: Buffer.from(scan, 'base64'),
})

/**
 * A photo of 480 × 360 pixels as phones write it (HEIC with HEVC): its upper
 * left quarter is red, its lower right one blue. Written by libheif and x265.
 */
const phonePhoto = [
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUBtZXRhAAAAAAAAACFoZGxyAAAAAA',
  'AAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQAB',
  'AAAAAAFkAAEAAAAAAAAA3wAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAA',
  'AAwGlwcnAAAACiaXBjbwAAAHZodmNDAQNwAAAAAAAAAAAAP/AA/P34+AAADwMgAAEAGEAB',
  'DAH//wNwAAADAJAAAAMAAAMAP7oCQCEAAQApQgEBA3AAAAMAkAAAAwAAAwA/oA8IBaWW6k',
  'kprmwIAAADAAgAAAMACEAiAAEAB0QBwXKwYkAAAAAUaXNwZQAAAAAAAAHgAAABaAAAABBw',
  'aXhpAAAAAAMICAgAAAAWaXBtYQAAAAAAAAABAAEDgQKDAAAA521kYXQAAADbKAGvGTHajJ',
  'CUTPd8hTf/9/jH/X2r/ikFeKz/LGyjyjXZxzGwZ8UgXkPBzdpr7lPiSJ6uSNMBXOEhkVLw',
  'IqcvwKa3OoB6gyY8pOPogICUXhuLRd1vecUmCxuq+S8nYS8Wi8Cc57w03UjkwXBPcNyQnu',
  'pst7TWx3aeBHxNTc7OysHytjTMGueA1WdBdXGvAABKAAL4AAKWzlpMm39e3scCG/kMD1nV',
  'm2lspYBcZalwPbn3aHrNxsyiJRyeSYAAAAMAE06YAAmoAAADAAADAAADAONGOgAAAwAAAw',
  'Fb',
].join('')
export const heicOf = (name: string): SampleFile => ({
  name,
  mimeType: 'image/heic',
  buffer: Buffer.from(phonePhoto, 'base64'),
})

/** A text by any name. */
export const textOf = (name: string, text: string): SampleFile => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
})

/** A table of plain words as a CSV file. */
export const csvOf = (name: string, rows: readonly string[][]): SampleFile => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.map((row) => row.map(quote).join(',')).join('\n')),
})

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`
