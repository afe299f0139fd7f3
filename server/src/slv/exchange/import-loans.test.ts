import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getKeys } from '@portal/contract/lib/typed'
import {
  shortenedNumber,
  wrongDay,
  wrongSeparators,
} from '@portal/contract/lib/typed-values'
import { loanRowLimits } from '@portal/contract/slv/import-api'
import { describe, expect, onTestFinished } from 'vitest'
import { test as base, dockOf } from '../../../test/loan-import.ts'
import { loanOf } from '../../../test/makers.ts'
import { findRow, findRows, setRows } from '../../../test/rows.ts'
import { AppError } from '../../lib/errors.ts'
import type { LoanDock } from '../../lib/integrations/loan-dock.ts'
import { openDraft } from '../rounds/open-draft.ts'
import { openImportReader } from './import-threads.ts'
import { drawLoanTemplate, readLoanRows } from './read-loan-rows.ts'
import { readMismoLoan } from './read-mismo-loan.ts'

const sample = (name: string) =>
  fileURLToPath(new URL(`../../../test/mismo/${name}`, import.meta.url))

const test = base.extend(
  'refusalOf',
  ({ folder }) =>
    async (xml: string | Uint8Array) => {
      const path = join(folder, 'loan.xml')
      await writeFile(path, xml)
      return readMismoLoan('loan.xml', path).then(
        () => 'read',
        ({ message }: Error) => message,
      )
    },
)

describe('a MISMO file', () => {
  test('of version 3.4 fills in a new draft, and its report names every element with a value', async ({
    importFile,
    db,
  }) => {
    const report = await importFile(sample('loan-3.4.xml'))
    expect(report).toMatchObject({
      outcome: 'CREATED',
      loanNumber: '7001234',
      rowNumber: null,
      reason: null,
    })
    expect(await findRow(db, 'slv', { id: report.slvId ?? '' })).toMatchObject({
      status: 'DRAFT',
      borrowerLastName: 'Winterbourne',
      subjectPropertyAddress: '418 Larkspur Lane',
      city: 'Santa Rosa',
      state: 'CA',
      zip: '95404',
      propertyType: 'SF',
      purpose: 'Cash-Out',
      occupancy: 'I',
      loanAmount: 466_000,
      appraisedValueAmount: 648_000,
      appraisalDate: '2026-02-11',
      cashOutAmount: 96_000,
      ltv: 71.91,
      cltv: 71.91,
      hcltv: 71.91,
      creditScore: 688,
      currentHousingPaymentAmount: 2210,
      proposedHousingPaymentAmount: 3627.65,
    })
    const of = (source: string) =>
      report.fields.filter((field) => field.source.includes(source))
    expect(of('LTV/LTVRatioPercent')).toEqual([
      {
        source: 'LOAN/LTV/LTVRatioPercent',
        field: 'ltv',
        outcome: 'FILLED',
        value: 71.91,
        previous: 64.52,
        reason: 'Rounded from 71.9136',
      },
    ])
    expect(of('PropertyUsageType')).toMatchObject([
      { field: 'occupancy', outcome: 'SAME', value: 'I' },
    ])
    expect(
      of('HousingExpensePaymentAmount').map(({ reason }) => reason),
    ).toEqual([
      'The sum of the present expenses',
      'The sum of the proposed expenses',
    ])
    expect(of('PropertyEstimatedValueAmount')).toMatchObject([
      {
        outcome: 'NOT_USED',
        reason: expect.stringMatching(
          /PropertyValuationAmount was used instead$/,
        ),
      },
    ])
    expect(of('AssetCashOrMarketValueAmount')).toMatchObject([
      {
        outcome: 'NOT_USED',
        value: null,
        reason: 'The request has no field for this (2 times)',
      },
    ])
    // The subject loan's amount, not the related loan's, which is listed as
    // unused.
    expect(
      of('TERMS_OF_LOAN/NoteAmount').map(({ outcome, reason }) => [
        outcome,
        reason,
      ]),
    ).toEqual([
      ['FILLED', null],
      ['NOT_USED', 'Belongs to another loan, property or person in the file'],
    ])
    expect(JSON.stringify(report)).not.toContain('000000000')
  })

  test('of version 3.6 reports what is ambiguous, and fills in the rest', async ({
    importFile,
    db,
  }) => {
    const report = await importFile(sample('loan-3.6.xml'))
    expect(await findRow(db, 'slv', { id: report.slvId ?? '' })).toMatchObject({
      subjectPropertyAddress: '7 Quay & Mill Street #3B',
      propertyType: 'SF',
      occupancy: 'I',
      creditScore: 702,
      purpose: 'Purchase',
      noteDate: '2026-03-27',
      dti: 44.1,
      totalPostCloseReservesAmount: 28_082.25,
    })
    expect(
      report.fields.filter(({ outcome }) => outcome === 'INVALID'),
    ).toMatchObject([
      {
        field: 'propertyType',
        reason: 'The file doesn’t say which: choose CN or CW',
      },
      {
        field: 'occupancy',
        value: 'Vacation',
        reason: 'Use one of PrimaryResidence, SecondHome, Investment, Other',
      },
      {
        field: 'creditScore',
        reason: 'The borrower has 2 scores; enter the qualifying score',
      },
    ])
  })

  test('imported again changes nothing, and updates only what differs', async ({
    importFile,
    db,
  }) => {
    const { slvId } = await importFile(sample('loan-3.4.xml'))
    expect(await importFile(sample('loan-3.4.xml'))).toMatchObject({
      outcome: 'UNCHANGED',
      slvId,
    })
    await setRows(
      db,
      'slv',
      { id: slvId ?? '' },
      { purpose: 'Delayed', creditScore: 700 },
    )
    const again = await importFile(sample('loan-3.4.xml'))
    expect(again.outcome).toBe('UPDATED')
    // A delayed financing is a cash-out refinance in MISMO.
    expect(
      again.fields.filter(({ field }) => field === 'purpose'),
    ).toMatchObject([{ outcome: 'SAME', value: 'Delayed' }])
    expect(
      again.fields.filter(({ outcome }) => outcome === 'FILLED'),
    ).toMatchObject([{ field: 'creditScore', value: 688, previous: 700 }])
  })

  test('of another company’s loan is refused as one of an unknown loan', async ({
    importFile,
    a,
  }) => {
    const other = await a.company()
    for (const dock of [dockOf(loanOf(other.corrId ?? '')), dockOf()])
      await expect(importFile(sample('loan-3.4.xml'), dock)).rejects.toThrow(
        'Your company has no loan 7001234 or S-1234 in LoanDock',
      )
  })

  test('that is broken, hostile, too large or of another kind is refused with a reason', async ({
    refusalOf,
  }) => {
    const inMessage = (content: string) =>
      `<MESSAGE MISMOReferenceModelIdentifier="3.4">${content}</MESSAGE>`
    await expect(
      readMismoLoan('broken.xml', sample('broken.xml')),
    ).rejects.toThrow('not well-formed XML (5:62: unexpected close tag.)')
    expect(
      await refusalOf('<!DOCTYPE a [<!ENTITY b "c">]><MESSAGE>&b;</MESSAGE>'),
    ).toContain('DOCTYPE is not allowed')
    expect(await refusalOf('<MESSAGE/>')).toContain(
      'it doesn’t name its version',
    )
    expect(
      await refusalOf('<MESSAGE MISMOReferenceModelIdentifier="2.6"/>'),
    ).toContain('its version is 2.6')
    expect(await refusalOf('<html/>')).toContain('is not a MISMO file')
    expect(
      await refusalOf(inMessage('<a>'.repeat(61) + '</a>'.repeat(61))),
    ).toContain('nested too deeply')
    expect(await refusalOf(inMessage('<a/>'.repeat(100_001)))).toContain(
      'more than 100,000 elements',
    )
    expect(await refusalOf(inMessage('<DEAL_SETS/>'))).toContain('has no DEAL')
  })
})

describe('a MISMO file in another encoding', () => {
  const withName = async (declared: string, encoding: BufferEncoding) => {
    const xml = await readFile(sample('loan-3.4.xml'), 'utf8')
    const named = xml
      .replace('encoding="utf-8"', `encoding="${declared}"`)
      .replaceAll('Winterbourne', 'Muñoz')
    return Buffer.from(
      encoding === 'utf16le' ? `\ufeff${named}` : named,
      encoding,
    )
  }
  const cases: [declared: string, written: BufferEncoding][] = [
    ['ISO-8859-1', 'latin1'],
    ['windows-1252', 'latin1'],
    ['utf-16', 'utf16le'],
    ['utf-16', 'utf8'],
  ]
  for (const [declared, written] of cases)
    test(`that declares ${declared} and is written as ${written} keeps the borrower’s name`, async ({
      folder,
      importFile,
      db,
    }) => {
      const path = join(folder, 'loan.xml')
      await writeFile(path, await withName(declared, written))
      const report = await importFile(path)
      expect(
        await findRow(db, 'slv', { id: report.slvId ?? '' }),
      ).toMatchObject({
        borrowerLastName: 'Muñoz',
      })
    })

  test('does not fill a field with a character that its writer lost', async ({
    folder,
    importFile,
    db,
  }) => {
    const path = join(folder, 'loan.xml')
    const xml = await readFile(sample('loan-3.4.xml'), 'utf8')
    await writeFile(path, xml.replaceAll('Winterbourne', 'Mu\ufffdoz'))
    const report = await importFile(path)
    expect(
      report.fields.find(({ field }) => field === 'borrowerLastName'),
    ).toMatchObject({ outcome: 'INVALID' })
    expect(
      JSON.stringify(await findRow(db, 'slv', { id: report.slvId ?? '' })),
    ).not.toContain('\ufffd')
  })

  test('that is not what it declares is refused with the line', async ({
    refusalOf,
  }) => {
    expect(await refusalOf(await withName('utf-8', 'latin1'))).toMatch(
      /^"loan.xml" cannot be read: line \d+ has a character that is not valid in the encoding of the file\. Save it as UTF-8 and try again\.$/,
    )
    expect(await refusalOf(await withName('x-none', 'utf8'))).toMatch(
      /declares the unknown encoding "x-none"/,
    )
  })
})

describe('a CSV of loans', () => {
  test('fills in a draft for each valid row, and rejects the others with the reason for each column', async ({
    importCsv,
    loan,
    company,
    a,
    db,
  }) => {
    const other = await a.company()
    const dock = dockOf(
      loan,
      loanOf(company.corrId ?? '', {
        loanNumber: '7001235',
        sellerLoanNumber: 'S-1235',
      }),
      loanOf(other.corrId ?? '', {
        loanNumber: '7001236',
        sellerLoanNumber: 'S-1236',
      }),
    )
    const report = await importCsv(
      [
        'Loan Number,FICO,Loan Amount,Occupancy,Appraisal Date,Experienced investor?,City,LTV',
        '7001234,655,"$480,000.00",Primary,3/4/2026,yes,=1+1,75%',
        '7001235,900,a lot,X,2026-02-30,maybe,Reno,',
        '7001236,655,,,,,,',
        '7009999,655,,,,,,',
        'S-1234,700,,,,,,',
        ',700,,,,,,',
        'S-1236,655,,,,,,',
        'S-1235,,,,,,"Quoted, with ""quotes""",',
      ].join('\r\n'),
      dock,
    )
    expect(
      report.map(({ rowNumber, outcome, reason }) => [
        rowNumber,
        outcome,
        reason,
      ]),
    ).toEqual([
      [2, 'CREATED', null],
      [3, 'REJECTED', '5 cells are invalid'],
      [4, 'REJECTED', 'Loan not found'],
      [5, 'REJECTED', 'Loan not found'],
      [6, 'REJECTED', 'Row 2 has the same loan number'],
      [7, 'REJECTED', 'The loan number is missing'],
      // Not 'Row 4 has the same loan number': another company has it.
      [8, 'REJECTED', 'Loan not found'],
      [9, 'CREATED', null],
    ])
    expect(
      report[1]?.fields.map(({ source, value, reason }) => [
        source,
        value,
        reason,
      ]),
    ).toEqual([
      ['Occupancy', 'X', 'Choose one of the options'],
      ['Experienced investor?', 'maybe', 'Must be yes or no'],
      ['Loan Amount', 'a lot', 'Must be a number'],
      ['FICO', '900', 'No more than 850'],
      ['Appraisal Date', '2026-02-30', wrongDay],
    ])
    expect(
      await findRow(db, 'slv', { id: report[0]?.slvId ?? '' }),
    ).toMatchObject({
      creditScore: 655,
      loanAmount: 480_000,
      occupancy: 'P',
      appraisalDate: '2026-03-04',
      ltv: 75,
      isExperiencedInvestor: true,
      city: '=1+1',
    })
    expect(
      await findRow(db, 'slv', { id: report[7]?.slvId ?? '' }),
    ).toMatchObject({ city: 'Quoted, with "quotes"' })
  })

  test('reads values as people and spreadsheets write them', async ({
    importCsv,
    db,
  }) => {
    const [report] = await importCsv(
      [
        'Loan Number,ZIP Code,Loan Amount,DSCR,LTV,Appraisal Date,Note Date,Phone Number,FICO',
        '="7001234","=""01234""",1.2m,120.188%,80%,"Mar 4, 2026",2026-03-05T00:00,(213) 555-0142 ext 9,700.0',
      ].join('\n'),
    )
    expect(report).toMatchObject({ outcome: 'CREATED', loanNumber: '7001234' })
    expect(await findRow(db, 'slv', { id: report?.slvId ?? '' })).toMatchObject(
      {
        zip: '01234',
        loanAmount: 1_200_000,
        dscr: 1.202,
        ltv: 80,
        appraisalDate: '2026-03-04',
        noteDate: '2026-03-05',
        requestorPhoneNumber: '(213) 555-0142 x9',
        creditScore: 700,
      },
    )
    expect(report?.fields.find(({ field }) => field === 'dscr')?.reason).toBe(
      'Rounded from 120.188%',
    )
  })

  test('finds a loan whose number a spreadsheet wrote as a decimal, and names one that it shortened', async ({
    importCsv,
  }) => {
    expect(
      await importCsv('loanNumber,creditScore\n7001234.0,700\n7.00123E+06,700'),
    ).toMatchObject([
      { outcome: 'CREATED', loanNumber: '7001234' },
      { outcome: 'REJECTED', reason: shortenedNumber },
    ])
  })

  test('asks about a value that may mean two things, and refuses one with European separators', async ({
    importCsv,
  }) => {
    const [report] = await importCsv(
      'Loan Number,LTV,Loan Amount,DSCR\n7001234,0.8,"480.000,00",120.188',
    )
    expect(report?.outcome).toBe('REJECTED')
    expect(
      report?.fields.map(({ source, reason }) => [source, reason]),
    ).toEqual([
      ['Loan Amount', wrongSeparators],
      ['LTV', 'Did you mean 80%?'],
      ['DSCR', 'Did you mean 1.202?'],
    ])
  })

  test('uploaded again changes nothing; a colleague’s draft or a sent request stays unchanged', async ({
    importCsv,
    loan,
    company,
    a,
    as,
    db,
  }) => {
    const csv = 'loanNumber,creditScore\n7001234,655'
    const [first] = await importCsv(csv)
    const before = await findRows(db, 'slv', {})
    expect(await importCsv(csv)).toMatchObject([
      { outcome: 'UNCHANGED', slvId: first?.slvId, reason: null },
    ])
    expect(await findRows(db, 'slv', {})).toEqual(before)

    await setRows(
      db,
      'slv',
      { id: first?.slvId ?? '' },
      { status: 'PENDING', date: new Date(0) },
    )
    const sent = await importCsv('loanNumber,creditScore\n7001234,700')
    expect(sent).toMatchObject([
      {
        outcome: 'UNCHANGED',
        reason: 'The request for this loan was already sent',
      },
    ])

    const next = loanOf(company.corrId ?? '', { loanNumber: '7001235' })
    await openDraft(await as(await a.seller(company.id)), next)
    expect(
      await importCsv('loanNumber\n7001235', dockOf(loan, next)),
    ).toMatchObject([
      {
        outcome: 'REJECTED',
        slvId: null,
        reason: 'A colleague has an open request for this loan',
      },
    ])
  })

  test('keeps going when LoanDock fails, and says which rows to send again', async ({
    importCsv,
    loan,
  }) => {
    const dock: LoanDock = {
      ...dockOf(loan),
      findLoan: async (number) => {
        if (number === '7001234') return loan
        throw new AppError('loan_dock_failed', 'LoanDock cannot be reached')
      },
    }
    expect(await importCsv('loanNumber\n7001235\n7001234', dock)).toMatchObject(
      [
        {
          outcome: 'REJECTED',
          reason: 'LoanDock cannot be reached. Import the file again later.',
        },
        { outcome: 'CREATED' },
      ],
    )
  })

  test('has a template that is read with its own titles, and a limit of 200 rows', async () => {
    const parts: Buffer[] = []
    for await (const part of drawLoanTemplate('Buyer')) parts.push(part)
    const template = Buffer.concat(parts).toString()
    expect(template).toContain('Loan Number,Seller Loan Number,')
    expect(template).toContain('Buyer Non-Agency Program')
    const read = (rows: number) =>
      readLoanRows(
        'loans.csv',
        Buffer.from(template + '7001234\r\n'.repeat(rows)),
        'Buyer',
      )
    expect(await read(200)).toHaveLength(200)
    await expect(read(201)).rejects.toThrow('has more than 200 rows')
    await expect(read(0)).rejects.toThrow('has no rows below the header row')
  })
})

describe('reading an import', () => {
  const attacks = {
    'line breaks.csv': Buffer.alloc(loanRowLimits.bytes, '\n'),
    'rows.csv': Buffer.from(
      `Loan Number\n${'7\n'.repeat(loanRowLimits.bytes / 2 - 6)}`,
    ),
    'elements.xml': Buffer.from(
      `<MESSAGE>${`<A>${'a'.repeat(40)}</A>`.repeat(99_000)}</MESSAGE>`,
    ),
  }
  test.for(getKeys(attacks))(
    '%s doesn’t keep the server from answering others',
    async (name, { folder, seller }) => {
      const reader = openImportReader()
      onTestFinished(reader.stop)
      const path = join(folder, name)
      await writeFile(path, attacks[name])
      const file = { name, path, brandName: 'Buyer' }
      const read = name.endsWith('.csv')
        ? reader.readRows(file, seller)
        : reader.readMismo(file, seller)
      let turns = 0
      const timer = setInterval(() => turns++, 1)
      await expect(read).rejects.toMatchObject({ statusCode: 400 })
      clearInterval(timer)
      expect(turns).toBeGreaterThan(10)
    },
  )

  test('a file that takes too long or too much memory is refused', async ({
    folder,
    seller,
  }) => {
    const path = join(folder, 'loan.xml')
    await writeFile(path, attacks['elements.xml'])
    const refusal = async (limits: Parameters<typeof openImportReader>[0]) => {
      const reader = openImportReader(limits)
      onTestFinished(reader.stop)
      return reader.readMismo({ name: 'loan.xml', path }, seller).then(
        () => null,
        ({ message }: Error) => message,
      )
    }
    expect(await refusal({ limitMs: 1 })).toBe(
      '"loan.xml" took too long to read',
    )
    expect(await refusal({ memoryMb: 24 })).toBe(
      '"loan.xml" needs too much memory to read',
    )
  })

  test('a CSV is read up to its 201st row', async () => {
    const rows = `Loan Number\n${'7001234\n'.repeat(201)}"never closed`
    await expect(
      readLoanRows('loans.csv', Buffer.from(rows), 'Buyer'),
    ).rejects.toThrow('has more than 200 rows')
  })
})
