import { buffer } from 'node:stream/consumers'
import { ConsistencyQuery } from '@portal/contract/reporting/consistency'
import {
  exceptionColumns,
  exceptionStatus,
} from '@portal/contract/reporting/exceptions'
import { expect } from 'vitest'
import { test } from '../../../test/makers.ts'
import { addRow, setRows } from '../../../test/rows.ts'
import { department } from '../../../test/slv-lists.ts'
import { readWorkbook } from '../../../test/workbook.ts'
import { exportExceptions } from './export-exceptions.ts'

test('the workbook has a row for each decided variance, in the columns of the exhibits', async ({
  a,
  as,
  db,
}) => {
  const underwriter = await department(a)
  const day = (date: string) => new Date(`${date}T17:00:00Z`)
  const decide = async (
    status: 'APPROVED' | 'DECLINED' | 'NOT_NEEDED' | 'REVIEW',
    sent: string,
  ) => {
    const slv = await a.slv({
      status,
      date: day(sent),
      decisionDate: status === 'REVIEW' ? null : day('2026-03-02'),
      decisionComment: status === 'APPROVED' ? 'No cash back' : null,
      borrowerLastName: 'Marlow',
      underwriterId: underwriter.id,
    })
    const factors = [
      { factor: 'Reserves', value: '12 months' },
      { factor: 'Experienced investor', value: '' },
    ]
    await setRows(
      db,
      'slvRequest',
      { id: slv.requestId },
      {
        justification: 'Strong assets',
        currentGuideline: 'Minimum credit score is 660.',
        compensatingFactors: JSON.stringify(factors) as never,
      },
    )
    return slv
  }
  const addCondition = (slvId: string, markedAt: Date | null) =>
    addRow(db, 'slvCondition', {
      slvId,
      resubmitCount: 0,
      position: 0,
      text: 'Final title policy',
      timing: 'PRIOR_TO_FUNDING',
      ...(markedAt && {
        status: 'MET',
        markedAt,
        markedById: underwriter.id,
      }),
    })
  const first = await decide('APPROVED', '2026-01-10')
  const met = await decide('APPROVED', '2026-01-11')
  await addCondition(met.id, day('2026-03-03'))
  const open = await decide('APPROVED', '2026-01-12')
  await addCondition(open.id, day('2026-03-03'))
  await addCondition(open.id, null)
  await decide('DECLINED', '2026-01-13')
  await decide('NOT_NEEDED', '2026-01-14')
  await decide('REVIEW', '2026-01-15')
  await decide('APPROVED', '2025-06-01')

  const ctx = await as(underwriter)
  const query = ConsistencyQuery.parse({ from: '2026-01-01' })
  const workbook = await exportExceptions(ctx, query, { brandName: 'Harbor' })
  const bytes = await buffer(workbook)
  const { head, rows, about } = await readWorkbook(bytes)
  expect(head).toEqual([
    'Exception ID',
    'Date',
    'Type',
    'Category',
    'Subcategory',
    'Exception',
    'Detail',
    'Compensating Factors and Information',
    'Applying Party',
    'Follow-up Comments',
    'Cleared / Cured / Waived Date',
    'Status',
  ])
  expect(exceptionColumns.map(({ label }) => label)).toEqual(head)
  expect(rows[0]).toEqual({
    'Exception ID': first.requestId,
    Date: new Date('2026-01-10T00:00:00Z'),
    Type: 'Credit',
    Category: 'Credit history',
    Subcategory: 'FICO',
    Exception:
      'FICO 655 against ≥ 660: 5 points short\nMinimum credit score is 660.',
    Detail: 'Strong assets',
    'Compensating Factors and Information':
      'Reserves: 12 months\nExperienced investor',
    'Applying Party': 'Originator Pre-Close',
    'Follow-up Comments': 'No cash back',
    'Cleared / Cured / Waived Date': new Date('2026-03-02T00:00:00Z'),
    Status: 'Waived',
  })
  expect(
    rows.map((row) => [row.Status, row['Cleared / Cured / Waived Date']]),
  ).toEqual([
    ['Waived', new Date('2026-03-02T00:00:00Z')],
    ['Waived', new Date('2026-03-03T00:00:00Z')],
    ['Open', null],
    ['Denied', null],
    ['Cleared', new Date('2026-03-02T00:00:00Z')],
  ])
  expect(rows[1]?.['Follow-up Comments']).toBe(
    'Final title policy (prior to funding)\nNo cash back',
  )
  expect(about.get('Exceptions')).toBe('5')
  expect(JSON.stringify(rows)).not.toMatch(/Marlow/)
  expect(JSON.stringify(rows)).not.toContain(underwriter.name)
})

test('an approval with open conditions is not waived yet', () => {
  expect(exceptionStatus('APPROVED', 1)).toBe('Open')
  expect(exceptionStatus('APPROVED', 0)).toBe('Waived')
  expect(exceptionStatus('DECLINED', 1)).toBe('Denied')
})
