import { buffer } from 'node:stream/consumers'
import { captureLimits } from '@portal/contract/data-capture/model'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { zipped } from '../lib/files/zip.ts'
import { readTable } from './read-capture.ts'
import { openTableReader } from './read-table.ts'

const header = 'Loan Number,Image File Name,Response,Estimated Date,Comment'
const bytesOf = (text: string) => new TextEncoder().encode(text)

const linesOf = async (bytes: Uint8Array, type: 'CSV' | 'XLSX' = 'CSV') => {
  const { batches } = await readTable({
    of: 'CAPTURE',
    type,
    name: 'answers.csv',
    bytes,
  })
  return batches.flatMap((batch) => JSON.parse(batch))
}
const csv = (...rows: string[]) =>
  linesOf(bytesOf([header, ...rows].join('\r\n')))

const utf16 = (text: string) =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
const answer = {
  buyerLoanNumber: '7001',
  imageFileName: 'Grüße.pdf',
  tprResponse: 'RECEIVED',
}

const text = `${header}\r\n7001,Grüße.pdf,received,,\r\n`
test.each([
  ['UTF-8', bytesOf(text)],
  ['UTF-8 with its mark', bytesOf(`\ufeff${text}`)],
  ['UTF-16, little end first', utf16(text)],
  ['UTF-16, big end first', utf16(text).swap16()],
  ['Latin-1', Buffer.from(text, 'latin1')],
  ['semicolons', bytesOf(text.replaceAll(',', ';'))],
  ['tabs', bytesOf(text.replaceAll(',', '\t'))],
  ['its separator named', bytesOf(`sep=;\r\n${text.replaceAll(',', ';')}`)],
  ['line feeds alone', bytesOf(text.replaceAll('\r\n', '\n'))],
  ['carriage returns alone', bytesOf(text.replaceAll('\r\n', '\r'))],
  [
    'titles in other letters',
    bytesOf(text.replace(header, 'LOAN_NUMBER,image file name ,Response,,')),
  ],
])('a CSV in %s', async (_, bytes) => {
  expect(await linesOf(bytes)).toMatchObject([{ rowNumber: 2, answer }])
})

test('a CSV in Windows-1252', async () => {
  const bytes = Buffer.concat([
    Buffer.from(`${header}\n7001,a.pdf,Received,,`),
    Buffer.from([0x93, 0x94, 0x80]),
  ])
  expect(await linesOf(bytes)).toMatchObject([{ answer: { comment: '“”€' } }])
})

test('a CSV with a damaged character names its line, and nothing is read', async () => {
  const broken = Buffer.from(
    `${header}\r\n7001,Nguy\u1ec5n.pdf,Received,,\r\n7001,?.pdf,Received,,`,
  )
  broken[broken.indexOf('?')] = 0xd1
  const message =
    '"answers.csv" cannot be read: line 3 has a character that is not valid in UTF-8. Save it as "CSV UTF-8" and try again.'
  await expect(linesOf(broken)).rejects.toThrow(message)
})

test('a CSV keeps line breaks, separators and quotes of a quoted cell', async () => {
  expect(
    await csv('7001,"a, b.pdf",Bypassed,3/4/2026,"one\r\ntwo ""three"""'),
  ).toEqual([
    {
      rowNumber: 2,
      cells: ['7001', 'a, b.pdf', 'Bypassed', '3/4/2026', 'one\r\ntwo "three"'],
      answer: {
        buyerLoanNumber: '7001',
        imageFileName: 'a, b.pdf',
        tprResponse: 'BY_PASSED',
        tprEstimatedDateOfReview: '2026-03-04',
        comment: 'one\r\ntwo "three"',
      },
    },
  ])
})

test('a CSV numbers its rows as a spreadsheet does, with empty ones', async () => {
  const lines = await linesOf(
    bytesOf(`\n${header}\n\n7001,a.pdf,Received,,\n,,\n7001,A.pdf,Received,,`),
  )
  expect(lines).toMatchObject([
    { rowNumber: 4 },
    { rowNumber: 6, earlierRows: [4] },
  ])
})

test('a CSV says what is wrong with each bad row', async () => {
  const rows = [
    ['7001,a.pdf,RECEIVED,,', null],
    [',b.pdf,Received,,', /loan number is missing/],
    ['7001,,Received,,', /image file name is missing/],
    ['7001,c.pdf,,,It came', /response is missing/],
    ['7001,c.pdf,,2026-03-04,', null],
    [
      ',c.pdf,perhaps,soon,',
      /loan number is missing.*not one of.*must be a date/,
    ],
    ['7001,d.pdf,perhaps,,', /not one of Received, Not Received/],
    ['7001,e.pdf,received,2026-02-30,', /estimated date must be a date/],
    ['7001,A.PDF,received,,', null],
    ['7001,../f.pdf,received,,', /without a folder/],
    [
      `7001,g.pdf,received,,${'x'.repeat(captureLimits.cellCharacters + 1)}`,
      /more than 4,000 characters/,
    ],
    ['7001,h.pdf,received,,,more', /column without a title/],
    ['7001,i\u0000.pdf,received,,', /cannot be stored/],
    ['7001,j.pdf,not_received,45000,', null],
  ] as const
  const lines = await csv(...rows.map(([row]) => row))
  expect(lines.map(({ rowNumber }) => rowNumber)).toEqual(
    rows.map((_, index) => index + 2),
  )
  for (const [index, [, why]] of rows.entries()) {
    if (why) expect(lines[index].reason).toMatch(why)
    else expect(lines[index].answer).toBeDefined()
  }
  expect(lines.at(-1).answer).toMatchObject({
    tprResponse: 'NOT_RECEIVED',
    tprEstimatedDateOfReview: '2023-03-15',
  })
})

test('a CSV names an image in at most ten rows', async () => {
  const lines = await csv(...Array(11).fill('7001,a.pdf,Received,,'))
  expect(lines[9].earlierRows).toHaveLength(9)
  expect(lines[10].problems).toEqual([
    {
      column: 'imageFileName',
      error: 'This image is already listed in 10 rows',
    },
  ])
})

test.each([
  ['Loan Number,Response\n7001,Received', /no column "Image File Name"/],
  [
    'Loan Number,Image File Name,Response,loan number\n',
    /column "loan number" twice/,
  ],
  ['Loan Number,Image File Name,Response,Colour\n', /unknown column "Colour"/],
  ['\n\n', /has no rows/],
  [`${header}\n\n`, /has no rows below the header row/],
  [`${header}\n7001,"a.pdf,Received`, /quote in row 2 is never closed/],
  [`${header},,,,,,${','.repeat(50)}\n`, /more than 50 columns/],
  [
    `${header}\n${'7001,a.pdf,Received,,\n'.repeat(captureLimits.rows + 1)}`,
    /more than 100,000 rows/,
  ],
])('a CSV is refused as a whole: %#', async (text, why) => {
  await expect(linesOf(bytesOf(text))).rejects.toThrow(why)
})

test('a CSV of rejects can be uploaded again, without the apostrophes that prevent formulas', async () => {
  const text = `${header},Row,Reason\n7001,a.pdf,Received,,'=1+1,7,LoanDock does not have this loan`
  expect(await linesOf(bytesOf(text))).toMatchObject([
    { answer: { comment: '=1+1' } },
  ])
})

const titles = header.split(',')
const book = (...rows: (string | number | Date | null)[][]) =>
  writeXlsx({ sheets: [{ name: 'Answers', rows: [titles, ...rows] }] })

test('a workbook is read like a CSV: numbers, Excel’s dates, escaped texts', async () => {
  const bytes = await book(
    [7001, 'a & <b>.pdf', 'Not Received', 46085, 'one\ntwo'],
    [],
    ['7002', 'c.pdf', 'what', null, null],
  )
  expect(await linesOf(bytes, 'XLSX')).toMatchObject([
    {
      rowNumber: 2,
      cells: ['7001', 'a & <b>.pdf', 'Not Received', '03/04/2026', 'one\ntwo'],
      answer: {
        buyerLoanNumber: '7001',
        imageFileName: 'a & <b>.pdf',
        tprResponse: 'NOT_RECEIVED',
        tprEstimatedDateOfReview: '2026-03-04',
        comment: 'one\ntwo',
      },
    },
    { cells: ['7002', 'c.pdf', 'what', '', ''] },
  ])
})

const partsOf = async (sheet: string) => {
  const types = '<Types/>'
  const links =
    '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>'
  const entries = [
    ['[Content_Types].xml', types],
    [
      'xl/workbook.xml',
      '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
    ],
    ['xl/_rels/workbook.xml.rels', links],
    ['xl/worksheets/sheet1.xml', sheet],
  ].map(([name = '', text = '']) => ({ name, chunks: [Buffer.from(text)] }))
  return buffer(zipped(entries))
}

const textCell = (text: string) =>
  `<c t="inlineStr"><is><t>${text}</t></is></c>`
const textRow = (...cells: string[]) =>
  `<row>${cells.map(textCell).join('')}</row>`
const worksheet = (...rows: string[]) =>
  `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`

/** A workbook of sheets with their state: visible, hidden or veryHidden. */
const bookOf = async (...sheets: [state: string, sheet: string][]) => {
  const places = sheets.map((_, index) => `worksheets/sheet${index + 1}.xml`)
  const listed = sheets.map(
    ([state], index) =>
      `<sheet name="S${index}" state="${state}" r:id="r${index}"/>`,
  )
  const links = places.map(
    (place, index) => `<Relationship Id="r${index}" Target="${place}"/>`,
  )
  const entries = [
    ['[Content_Types].xml', '<Types/>'],
    [
      'xl/workbook.xml',
      `<workbook><sheets>${listed.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships>${links.join('')}</Relationships>`,
    ],
    ...sheets.map(([, sheet], index) => [`xl/${places[index]}`, sheet]),
  ].map(([name = '', text = '']) => ({ name, chunks: [Buffer.from(text)] }))
  return buffer(zipped(entries))
}

const data = worksheet(textRow(...titles), textRow('7001', 'a.pdf', 'Received'))
const otherData = worksheet(
  textRow(...titles),
  textRow('7002', 'b.pdf', 'Received'),
)
const instructions = worksheet(
  textRow('How to fill in this workbook'),
  textRow('Response', 'One of …'),
)
const list = worksheet(textRow('Received'), textRow('Not Received'))

test.each<
  [what: string, sheets: [state: string, sheet: string][], loan: string]
>([
  [
    'after a hidden list',
    [
      ['hidden', list],
      ['visible', data],
    ],
    '7001',
  ],
  [
    'after instructions',
    [
      ['visible', instructions],
      ['visible', data],
    ],
    '7001',
  ],
  [
    'after an empty sheet',
    [
      ['visible', worksheet()],
      ['visible', data],
    ],
    '7001',
  ],
  [
    'visible, before a hidden one',
    [
      ['hidden', otherData],
      ['visible', data],
    ],
    '7001',
  ],
  [
    'the first of two',
    [
      ['visible', data],
      ['visible', otherData],
    ],
    '7001',
  ],
  [
    'hidden, beside instructions',
    [
      ['visible', instructions],
      ['veryHidden', data],
    ],
    '7001',
  ],
])(
  'a workbook is read from the sheet that has the columns: %s',
  async (_, sheets, loan) => {
    expect(await linesOf(await bookOf(...sheets), 'XLSX')).toMatchObject([
      { answer: { buyerLoanNumber: loan } },
    ])
  },
)

test('a workbook without the columns is refused for the visible sheet that has most of them', async () => {
  const misspelled = worksheet(
    textRow('Loan Number', 'Image', 'Response'),
    textRow('7001', 'a.pdf', 'Received'),
  )
  const sheets = await bookOf(
    ['hidden', list],
    ['visible', instructions],
    ['visible', misspelled],
  )
  await expect(linesOf(sheets, 'XLSX')).rejects.toThrow(
    'has an unknown column "Image"',
  )
})

test('a formula without a value is named, and a text formula may be empty', async () => {
  const cells = ['7001', 'a.pdf', 'Not Received'].map(textCell).join('')
  const formula = (attributes: string, value: string) =>
    `<row>${cells}<c${attributes}><f>TODAY()+3</f>${value}</c></row>`
  const sheet = worksheet(
    textRow(...titles),
    formula('', '<v></v>'),
    formula('', ''),
    formula(' t="str"', '<v></v>'),
  )
  const reason = (place: string) =>
    `${place} has a formula without a value. Open the workbook in Excel, save it, and upload it again.`
  expect(await linesOf(await bookOf(['visible', sheet]), 'XLSX')).toMatchObject(
    [
      { rowNumber: 2, reason: reason('D2') },
      { rowNumber: 3, reason: reason('D3') },
      { rowNumber: 4, answer: { imageFileName: 'a.pdf' } },
    ],
  )
})

test('a date with a time is its day', async () => {
  const bytes = await book([7001, 'a.pdf', 'Not Received', 46085.5, null])
  expect(await linesOf(bytes, 'XLSX')).toMatchObject([
    {
      cells: ['7001', 'a.pdf', 'Not Received', '03/04/2026', ''],
      answer: { tprEstimatedDateOfReview: '2026-03-04' },
    },
  ])
})

test('a workbook numbers its rows as Excel does, which omits empty ones', async () => {
  const row = (place: string, ...cells: string[]) =>
    `<row${place}>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`
  const answer = ['7001', 'a.pdf', 'what']
  const sheet = [
    row(' r="3"', ...titles),
    row(' r="7" spans="1:5"', ...answer),
    row('', ...answer),
  ]
  const unordered = [
    row(' r="2"', ...answer),
    row(' r="99999999999"', ...answer),
    '<row r="20"/>',
    row(' r="22"', ...answer),
  ]
  const lines = await linesOf(
    await partsOf(
      `<worksheet>${[...sheet, ...unordered].join('')}</worksheet>`,
    ),
    'XLSX',
  )
  expect(lines.map(({ rowNumber }) => rowNumber)).toEqual([7, 8, 9, 10, 22])
})

test('a workbook that is too large to read when decompressed is refused before it is', async () => {
  const bomb = await partsOf(`<worksheet>${' '.repeat(100 << 20)}</worksheet>`)
  expect(bomb.length).toBeLessThan(1 << 20)
  await expect(linesOf(bomb, 'XLSX')).rejects.toThrow(
    /is too large to read when decompressed/,
  )
})

test('a workbook with one endless row is refused', async () => {
  await expect(
    linesOf(await partsOf(`<row>${'<c/>'.repeat(1 << 20)}`), 'XLSX'),
  ).rejects.toThrow(/too long to be read/)
})

test('a file that takes too long is refused, and the next one is read', async () => {
  const hasty = openTableReader({ limitMs: 1 })
  const order = { of: 'CAPTURE', type: 'CSV', name: 'answers.csv' } as const
  const bytes = bytesOf(
    `${header}\n${'7001,a.pdf,Received,,\n'.repeat(50_000)}`,
  )
  await expect(hasty.read({ ...order, bytes })).rejects.toThrow(
    /took too long to read/,
  )
  await hasty.stop()
  const patient = openTableReader()
  expect(
    await patient.read({
      ...order,
      bytes: bytesOf(`${header}\n7001,a.pdf,Received,,`),
    }),
  ).toMatchObject({
    count: 1,
  })
  await patient.stop()
})
