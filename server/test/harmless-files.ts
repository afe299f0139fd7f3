import { drawPdf } from '../src/demo/draw-pdf.ts'
import { archive, officeFile, officeParts } from './archives.ts'
import {
  bytes,
  encryptedPdf,
  heic,
  jpeg,
  mail,
  manyPages,
  oldJpegTiff,
  packedObjects,
  pdf,
  pdfForm,
  pdfLink,
  pdfWith,
  picture,
  png,
  type Sample,
  streamObject,
  tiff,
} from './sample-files.ts'

const text = (name: string, content: string | Buffer): Sample => ({
  name,
  bytes: Buffer.from(content),
})
const manyLines = Array.from(
  { length: 120 },
  (_, line) => `Line ${line} (with brackets) and a \\ backslash`,
)

const photo = await heic()
const imageStream = (content: string) =>
  streamObject('/Subtype /Image', Buffer.from(content, 'latin1'))
const flate = '/Filter /FlateDecode'
const predictor = '/DecodeParms << /Predictor 12 /Columns 4 >>'
/** こん in ISO-2022-JP. */
const japanese = Buffer.from('\x1b$B$3$s\x1b(B\r\n')
const sheet = 'xl/worksheets/sheet1.xml'

/** Samples of one type from [name, content]. */
const samples = (
  extension: string,
  files: [name: string, content: Buffer][],
): Sample[] =>
  files.map(([name, content]) => ({
    name: `${name}.${extension}`,
    bytes: content,
  }))

const pdfs = samples('pdf', [
  ['statement', pdf],
  ['many pages', drawPdf('Many', manyLines)],
  ['no lines', drawPdf('', [])],
  [
    'packed objects',
    pdfWith('', packedObjects('<< /Type /Font /BaseFont /Courier >>')),
  ],
  [
    'objects packed plainly',
    pdfWith(
      '',
      streamObject(
        '/Type /ObjStm /N 1 /First 5',
        Buffer.from('9 0  << /A /B >>'),
      ),
    ),
  ],
  // The bytes of a picture can spell anything.
  [
    'names in a picture',
    pdfWith(
      '',
      imageStream('\x01\x02 /JS /JavaScript /Launch /Encrypt \xff obj 12 obj'),
    ),
  ],
  ['long picture', pdfWith('', imageStream('/JS (x) obj '.repeat(250_000)))],
  ['long dictionary', pdfWith(`/Names [${'(entry) '.repeat(200_000)}]`)],
  ['link', pdfLink('/S /URI /URI (https://seller.example/Launch)')],
  [
    'link that spells a name',
    pdfWith('', '<< /S /URI /URI (https://seller.example/JS/JavaScript) >>'),
  ],
  [
    'words in nested strings',
    pdfWith(
      '/A (see (/Launch) or \\) /JavaScript (50%) /GoToR) /B <</C(/Launch)>>',
    ),
  ],
  ['name in a comment', pdfWith('% /S /Launch (\n')],
  [
    'name at the end of a file',
    Buffer.concat([pdf, Buffer.from('\n% /Launch')]),
  ],
  [
    'letters of a name',
    pdfWith('/A <2f4c61756e6368> /Launcher /Relaunch /launch [ /GoTo /URI ]'),
  ],
  [
    'name in a stream after a string',
    pdfWith('', streamObject('/A <41>', Buffer.from('/Launch (x'))),
  ],
  [
    'words in a string',
    pdfWith('/A (>>stream endobj \\) trailer park ( obj ))'),
  ],
  ['script in a comment', pdfWith('% /JS (x)\n')],
  [
    'packed link',
    pdfWith(
      '',
      packedObjects('<< /URI (https://seller.example/JS) /A <2f4a53> >>'),
    ),
  ],
  [
    'packed once in an array',
    pdfWith('', packedObjects('<< >>', '/Filter [ /Fl#61teDecode ]')),
  ],
  [
    'packed without a predictor',
    pdfWith(
      '',
      packedObjects('<< >>', `${flate} /DecodeParms << /Predictor 1 >>`),
    ),
  ],
  [
    'table with a predictor',
    pdfWith(
      '',
      streamObject(`/Type /XRef ${flate} ${predictor}`, Buffer.from('x')),
    ),
  ],
  [
    'space behind the stream',
    pdfWith('', '<< /Length 1 >> % of a letter\nstream  \nx\nendstream'),
  ],
  ['line before', Buffer.concat([Buffer.from('\r\n@PJL JOB (scan\r\n'), pdf])],
  ['mark before', Buffer.concat([Buffer.from('\ufeff'), pdf])],
  ['wrong count', manyPages(1, 2_000_000_000)],
  ['form', pdfWith('/AcroForm << /Fields [] >>')],
  ['lines after the end', Buffer.concat([pdf, Buffer.from('\n\n')])],
])

const described: Sample[] = [
  [
    'open script',
    pdfWith('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'),
    'SCRIPTS',
  ],
  [
    'encoded script',
    pdfWith('/OpenAction << /S /J#61vaScript /J#53 (x) >>'),
    'SCRIPTS',
  ],
  ['XFA form', pdfWith('/AcroForm << /Fields [] /XFA (<xdp/>) >>'), 'SCRIPTS'],
  [
    'script of a 3D model',
    pdfWith('', '<< /Type /3D /Subtype /U3D /OnInstantiate 9 0 R >>'),
    'SCRIPTS',
  ],
  [
    'packed script',
    pdfWith('', packedObjects('<< /S /JavaScript /JS (x) >>')),
    'SCRIPTS',
  ],
  [
    'form with field scripts',
    pdfForm(
      '/AA << /K << /S /JavaScript /JS (AFNumber_Keystroke\\(2\\)) >> >>',
    ),
    'SCRIPTS',
  ],
  ['film', pdfWith('', '<< /Subtype /RichMedia >>'), 'SCRIPTS'],
  [
    'form that is submitted',
    pdfForm('/A << /S /SubmitForm /F (https://evil.example) >>'),
    'OUTSIDE',
  ],
  [
    'attached',
    pdfWith('', streamObject('/Type /EmbeddedFile', Buffer.from('<xml/>'))),
    'ATTACHMENTS',
  ],
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
  [
    'packed launch',
    pdfWith('', packedObjects('<< /S /L#61unch >>')),
    'OUTSIDE',
  ],
  [
    'packed launch after a string',
    pdfWith('', packedObjects('<< /A (\\) 50% (of) it) /#53 /Launch >>')),
    'OUTSIDE',
  ],
  [
    'link far from its key',
    pdfWith(`/OpenAction << /S${' '.repeat(99)}/GoToR /F (a.pdf) >>`),
    'OUTSIDE',
  ],
  [
    'link after a comment',
    pdfWith('/OpenAction << /S%x\n/GoToR /F (a.pdf) >>'),
    'OUTSIDE',
  ],
  [
    'link by reference',
    pdfWith('/OpenAction << /S 4 0 R /F (a.pdf) >>', '/GoToR'),
    'OUTSIDE',
  ],
  [
    'launch by an encoded key',
    pdfWith('/OpenAction << /#53 /Launch /F (cmd.exe) >>'),
    'OUTSIDE',
  ],
  [
    'submit after a comment',
    pdfWith('/OpenAction << /S%\n/SubmitForm /F (https://evil.example) >>'),
    'OUTSIDE',
  ],
  [
    'launch after a bracket',
    pdfWith('/A (100% of \\( it) /B <2f> /OpenAction << /S/Launch >>'),
    'OUTSIDE',
  ],
  [
    'launch after odd ends',
    pdfWith('', '<< /A (', '<< /A 1 >> stream', '% (', '<< /S /Launch >>'),
    'OUTSIDE',
  ],
  [
    'launch in a false stream',
    pdfWith('/A stream /B << >> 1 stream /OpenAction << /S /Launch >>'),
    'OUTSIDE',
  ],
  [
    'link to a share',
    pdfLink('/S /GoToR /F (\\\\\\\\evil\\\\a.pdf)'),
    'OUTSIDE',
  ],
  ['link to a file', pdfLink('/S /URI /URI (file:///c:/a.pdf)'), 'OUTSIDE'],
  [
    'address of a share',
    pdfLink('/S /URI /URI (\\\\\\\\evil\\\\a)'),
    'OUTSIDE',
  ],
  ['encrypted without a password', encryptedPdf(''), 'RESTRICTED'],
].map(
  ([name, content, fact]) =>
    ({ name: `${name}.pdf`, bytes: content, facts: [fact] }) as Sample,
)

const pictures = [
  ...samples('png', [
    ['a', png],
    ['one pixel', await picture(1, 1).png().toBuffer()],
    ['wide', await picture(3000, 2).png().toBuffer()],
  ]),
  ...samples('jpeg', [['a', jpeg({ width: 6000, height: 4000 })]]),
  ...samples('JPG', [['a', jpeg()]]),
  ...samples('jpg', [
    [
      'from a phone',
      jpeg({ behind: Buffer.from('what phones append to a picture') }),
    ],
    [
      'with stray bytes',
      Buffer.concat([
        jpeg().subarray(0, 20),
        bytes('00a1'),
        jpeg().subarray(20),
      ]),
    ],
    ['padded', Buffer.concat([bytes('ffd8 ffff ff'), jpeg().subarray(3)])],
  ]),
  ...samples('jfif', [['of Word', jpeg()]]),
  ...samples('heic', [
    ['of a phone', photo],
    ['with data of a phone', Buffer.concat([photo, Buffer.from('SEFT')])],
  ]),
  ...samples('tif', [
    ['before 1995', oldJpegTiff(jpeg(), 16, 16)],
    ['little', tiff()],
    ['fax', tiff({ pages: 30 })],
  ]),
  ...samples('tiff', [
    ['big', tiff({ isLittle: false, pages: 3, width: 1728, height: 2200 })],
  ]),
]

const xml = (name: string, content: string) => ({ parts: [{ name, content }] })
const link = (target: string) =>
  `<Relationship Id="r9" Type="x/hyperlink" Target="${target}" TargetMode="External"/>`
const byDefault = (extension: string, type: string) =>
  `<Default Extension="${extension}" ContentType="${type}"/>`
const lineBreaks = `<div>${'Total<br>due<BR>'.repeat(9000)}</div>`

/**
 * Types that libraries declare for extensions without knowing whether a part
 * has them.
 */
const macroDefaults =
  byDefault('bin', 'application/vnd.ms-excel.sheet.binary.macroEnabled.main') +
  byDefault('xlsm', 'application/vnd.ms-excel.sheet.macroEnabled.12')

const signature = {
  types: byDefault(
    'sigs',
    'application/vnd.openxmlformats-package.digital-signature-origin',
  ),
  parts: [
    { name: '_xmlsignatures/origin.sigs', content: '' },
    {
      name: '_xmlsignatures/sig1.xml',
      content: '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>',
    },
  ],
}

const office = [
  ...samples('docx', [
    ['letter', officeFile('docx')],
    ['signed', officeFile('docx', signature)],
    [
      'with a picture of Word for Mac',
      officeFile('docx', xml('word/media/image2.pdf', '%PDF-1.4')),
    ],
    [
      'with a picture of Word',
      officeFile('docx', xml('word/media/image2.jfif', '\u00ff\u00d8')),
    ],
    ['with font', officeFile('docx', xml('word/fonts/font1.odttf', 'Aa'))],
    [
      'with drawing',
      officeFile('docx', {
        types: byDefault('svg', 'image/svg+xml'),
        ...xml('word/media/image2.svg', '<!DOCTYPE svg><svg/>'),
      }),
    ],
    [
      'with properties of another writer',
      officeFile('docx', {
        types: byDefault(
          'psmdcp',
          'application/vnd.openxmlformats-package.core-properties+xml',
        ),
        ...xml(
          'package/services/metadata/core-properties/1.psmdcp',
          '<coreProperties/>',
        ),
      }),
    ],
    [
      'with folders',
      archive([
        ...officeParts('docx'),
        { name: 'word/', content: '', stored: true },
      ]),
    ],
    [
      'with mail link',
      officeFile('docx', { links: link('mailto:ana@seller.example') }),
    ],
    [
      'with many links',
      officeFile('docx', {
        links: link('https://seller.example').repeat(20_000),
      }),
    ],
    [
      'with fields',
      officeFile(
        'docx',
        xml(
          'word/footer1.xml',
          '<p><fldSimple instr="PAGE"/><instrText>HYPERLINK "https://seller.example"</instrText><t>INCLUDEPICTURE</t></p>',
        ),
      ),
    ],
    [
      'with comment',
      archive(officeParts('docx'), { comment: 'made by a scanner' }),
    ],
  ]),
  ...samples('xlsx', [
    ['sheet', officeFile('xlsx')],
    [
      'of a writer with types for all kinds of books',
      officeFile('xlsx', { types: macroDefaults }),
    ],
    [
      'of a writer with types for all kinds of books and a printer',
      officeFile('xlsx', {
        types: macroDefaults,
        ...xml('xl/printerSettings/printerSettings1.bin', 'ink'),
      }),
    ],
    [
      'with a sound and a model',
      officeFile('xlsx', xml('xl/media/model1.glb', 'glTF')),
    ],
    [
      'with printer',
      officeFile('xlsx', xml('xl/printerSettings/printerSettings1.bin', 'ink')),
    ],
    // Excel writes the line breaks of controls in VML as HTML.
    [
      'with notes and controls',
      officeFile('xlsx', {
        types:
          byDefault(
            'vml',
            'application/vnd.openxmlformats-officedocument.vmlDrawing',
          ) + byDefault('png', 'image/png'),
        ...xml(
          'xl/drawings/vmlDrawing1.vml',
          `<xml xmlns:v="urn:schemas-microsoft-com:vml"><v:f eqn="sum @0 1 0"/>${lineBreaks}</xml>`,
        ),
      }),
    ],
    [
      'repetitive',
      officeFile(
        'xlsx',
        xml(sheet, `<row>${'<c><v>0</v></c>'.repeat(400_000)}</row>`),
      ),
    ],
    [
      'with formulas',
      officeFile(
        'xlsx',
        xml(
          sheet,
          '<row><c><f>IF(A1|B1,"CALL (555) or WEBSERVICE(",MYIMAGE(A1))</f></c><c><v>WEBSERVICE(A1)</v></c></row>',
        ),
      ),
    ],
  ]),
]

const utf16 = (content: string) => Buffer.from(`\ufeff${content}`, 'utf16le')
const texts: Sample[] = [
  text('note.txt', 'Two months, all pages.\r\n'),
  text('one letter.txt', 'x'),
  text('of a company.txt', 'MZ Properties LLC, statement of accounts'),
  text('marked.txt', '\ufeffUTF-8 with its mark'),
  text('wide.txt', utf16('Größe, 値, значение')),
  text('wide big.txt', utf16('Größe').swap16()),
  text(
    'windows.txt',
    Buffer.from('Gr\xf6\xdfe, \x93quoted\x94, 5 \x80', 'latin1'),
  ),
  text('scripts.txt', '値 значение قيمة ערך मूल्य 👩‍👩‍👧'),
  text('form feed.txt', 'page one\f\r\npage two\ttab'),
  text('comparison.txt', '<ltv> must be < 80 & > 0: a < b\n'),
  text('talk of scripts.txt', 'The <script> tag was mentioned, and <svg> too.'),
  text('two pieces.txt', `${'é'.repeat(700_000)}`),
  text('table.csv', 'Account,Amount\r\nChecking,100.00\r\n"Smith, J.",-5\r\n'),
  text(
    'debits.csv',
    'Date,Amount\n2026-01-02,-100\n2026-01-03,+20\n@note,=1+1\n',
  ),
  text('semicolons.csv', 'a;b\n1,5;2,5\n'),
  text('bars.csv', 'name|amount!\nx|2!\n'),
  text('talk in a table.csv', '1,- paid off | see file!\n2,+ | x!\n'),
  text('ended as by dos.csv', 'a,b\r\n1,2\r\n\u001a'),
  text('ended as by dos.txt', 'Two months.\r\n\u001a'),
  text('wide and ended.txt', utf16('Größe\u001a')),
  text('excel.csv', Buffer.from('Stra\xdfe,Betrag\r\n', 'latin1')),
  ...samples('eml', [
    ['mail', mail()],
    ['unix mail', Buffer.from(mail().toString().replaceAll('\r\n', '\n'))],
    [
      'mail with pdf',
      mail(
        'JVBERi0xLjQK',
        'Content-Disposition: attachment; filename="statement.pdf"\r\n',
      ),
    ],
    [
      'mail with html',
      mail('<html><body>Hello</body></html>', 'Content-Type: text/html\r\n'),
    ],
    [
      'mail of an address',
      mail(
        'JVBERi0',
        'Content-Disposition: attachment; filename="acme.com statement.pdf"\r\n',
      ),
    ],
    [
      'encoded name',
      mail(
        'JVBERi0',
        'Content-Type: x/y; name="=?utf-8?Q?Gr=C3=B6=C3=9Fe=2Epdf?="\r\n',
      ),
    ],
    [
      'of Japan',
      Buffer.concat([
        mail('', 'Content-Type: text/plain; charset=ISO-2022-JP\r\n'),
        japanese,
      ]),
    ],
    [
      'with bytes of Shift_JIS',
      Buffer.concat([
        mail('', 'Content-Type: text/plain; charset=Shift_JIS\r\n'),
        bytes('82b182f1'),
      ]),
    ],
    [
      'of a mailbox',
      Buffer.concat([
        Buffer.from('From - Mon Mar  2 10:00:00 2026\r\n'),
        mail(),
      ]),
    ],
    [
      'received',
      Buffer.from('Received: from a by b; Mon, 2 Mar 2026\n\nHello'),
    ],
  ]),
]

const odd = [
  '名前 書類.pdf',
  'ملف.pdf',
  'файл.pdf',
  '👩‍👩‍👧.pdf',
  'a.b.c.pdf',
  "o'brien & sons (final) #2 100%.pdf",
]

/** Files that must be accepted. */
export const harmlessFiles: Sample[] = [
  ...pdfs,
  ...described,
  ...pictures,
  ...office,
  ...texts,
  ...odd.map((name) => ({ name, bytes: pdf })),
]
