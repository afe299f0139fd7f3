import { deflateSync } from 'node:zlib'
import { officeFile } from './archives.ts'
import { mail, pdfWith, type Sample, streamObject } from './sample-files.ts'

const megabyte = 1 << 20
const many = (text: string, length = megabyte) =>
  text.repeat(Math.ceil(length / text.length))
const odd = /damaged|cannot be checked/

const of = (name: string, content: string | Buffer, why?: RegExp): Sample => ({
  name,
  bytes: Buffer.from(content),
  ...(why && { why }),
})
const inPart = (name: string, xml: string, why?: RegExp) =>
  of(
    `${name}.xlsx`,
    officeFile('xlsx', {
      parts: [{ name: 'xl/worksheets/sheet1.xml', content: xml }],
    }),
    why,
  )
const inPdf = (name: string, object: string, why?: RegExp) =>
  of(`${name}.pdf`, pdfWith('', object), why)
const inStream = (name: string, text: string) =>
  inPdf(name, `<< >>\nstream\n${many(text)}\nendstream`)
const inRels = (name: string, links: string, why?: RegExp) =>
  of(`${name}.docx`, officeFile('docx', { links }), why)

/** A megabyte each of content that takes forever to check in quadratic time. */
export const growingFiles: Sample[] = [
  of('comments before a tag.txt', many('<!---->')),
  of('line ends.csv', many('\n')),
  of('spaces.csv', many(' ')),
  of('delimiters.csv', many(',')),
  of('formulas.csv', many(`,=${'a'.repeat(58)}`)),
  of('quoted formulas.csv', many("'=")),
  of('bars.csv', many('=a|')),
  of('formulas and bars.csv', many("'=a|x")),
  of('topics.csv', many("a|'")),
  of('names.eml', mail(many('name='))),
  of('names and spaces.eml', mail(`name${many(' ')}`)),
  of('numbered names.eml', mail(many('name*1=a;'))),
  of('encoded names.eml', mail(many('x name*1*="=?a?b?"\n '))),
  of('folded lines.eml', mail(many('\n '))),
  of('programs.eml', mail(`name="${many('.exe=?')}`), /program attached/),
  inRels('links without an end', many('<Relationship '), odd),
  inRels('attributes', `<Relationship ${many(' a=')}/>`, odd),
  inRels('attributes with quotes', `<Relationship ${many(' a="')}/>`, odd),
  inRels('links of spaces', `<Relationship${many(' ')}/>`),
  inPart('tags in tags', many('<a>'), odd),
  inPart('texts', `<f>${many('a&amp;')}</f>`),
  inPart('quotes', `<f>${many('"')}</f>`),
  inPart('calls', `<f>${many('CALL ')}</f>`),
  inPart('comments', `<a>${many('<!--x-->')}</a>`),
  inPdf(
    'unpacked',
    streamObject(
      '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode',
      deflateSync(Buffer.alloc(80 << 20)),
    ),
    /too large when decompressed/,
  ),
  inPdf('streams', many('<<>>\nstream\nendstream\n')),
  inPdf('strings in strings', many('(')),
  inPdf('dictionaries', many('<< ')),
  inPdf('names', many('/A')),
  inPdf('slashes', many('/')),
  inPdf('hexadecimal strings', many('<a')),
  inPdf('comments', many('%\n')),
  inPdf('heads', many('7 0 obj\n')),
  inPdf(
    'packed',
    many(
      '7 0 obj <</Type/ObjStm/N 0/First 0/Length 0>>\nstream\n\nendstream endobj\n',
    ),
  ),
  inPdf(
    'keys of packed',
    `<< /Type /ObjStm ${many('/A 7 0 R ')} >>\nstream\nendstream`,
  ),
  inStream('almost heads', '\nobj'),
  inStream('heads of long lines', ' 0 obj(x'),
  inStream('heads far apart', `${' '.repeat(600)}obj `),
  inStream('trailers', 'trailer'),
  inStream('almost ends', 'endstrea'),
]
