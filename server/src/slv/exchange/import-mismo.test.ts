import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect } from 'vitest'
import { test as base, dockOf } from '../../../test/loan-import.ts'
import { loanOf } from '../../../test/makers.ts'
import { findRow, setRows } from '../../../test/rows.ts'
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
