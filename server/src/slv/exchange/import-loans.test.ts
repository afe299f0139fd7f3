import {
  shortenedNumber,
  wrongDay,
  wrongSeparators,
} from '@portal/contract/lib/typed-values'
import { describe, expect } from 'vitest'
import { dockOf, test } from '../../../test/loan-import.ts'
import { loanOf } from '../../../test/makers.ts'
import { findRow, findRows, setRows } from '../../../test/rows.ts'
import { AppError } from '../../lib/errors.ts'
import type { LoanDock } from '../../lib/integrations/loan-dock.ts'
import { openDraft } from '../rounds/open-draft.ts'
import { drawLoanTemplate, readLoanRows } from './read-loan-rows.ts'

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
