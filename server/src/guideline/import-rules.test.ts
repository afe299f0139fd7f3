import {
  ruleColumnNames,
  ruleColumns,
} from '@portal/contract/guideline/columns'
import type { NewRule } from '@portal/contract/guideline/model'
import { readXlsx, type WriteSheet, writeXlsx } from 'hucre/xlsx'
import { describe, expect } from 'vitest'
import { findRows } from '../../test/rows.ts'
import { test as base, inTheStore } from '../../test/upload.ts'
import type { Ctx } from '../lib/ctx.ts'
import { zipped } from '../lib/files/zip.ts'
import { loadSla } from '../lib/sla.ts'
import { addProgram } from './change-programs.ts'
import { createVersion } from './change-version.ts'
import { publishVersion } from './publish-version.ts'
import { listRules, saveRules } from './save-rules.ts'

const titles: string[] = ruleColumnNames.map((column) => ruleColumns[column])
type CellValue = string | number | null

/**
 * A row of the workbook: program, parameter, severity, limit; citation and text
 * follow the scope's 12 columns.
 */
const line = (
  program: string,
  parameter: string,
  limit: CellValue,
  scope: CellValue[] = [],
): CellValue[] => [
  program,
  parameter,
  'Review',
  limit,
  ...scope,
  ...Array<null>(12 - scope.length).fill(null),
  '§2.1',
  'As written',
]

const book = (rows: CellValue[][], more: Partial<WriteSheet> = {}) =>
  writeXlsx({ sheets: [{ name: 'Rules', rows, ...more }] })

const rules: NewRule[] = [
  {
    program: 'P1',
    parameter: 'LTV',
    operator: '<=',
    value: 75,
    unit: null,
    severity: 'REVIEW',
    scope: {
      occupancies: ['I'],
      creditScore: { min: 660, max: 699 },
      loanAmount: { min: null, max: 1_000_000 },
    },
    citation: '§2.1',
    text: 'At most 75%,\nif the score is under 700 & it is an investment',
  },
  {
    program: 'P1',
    parameter: 'PAYMENT_SHOCK',
    operator: '<=',
    value: 150,
    unit: null,
    severity: 'KNOCKOUT',
    scope: { misses: [{ parameter: 'CREDIT_SCORE', by: 5 }] },
    citation: '4.2',
    text: '=1+1',
  },
  {
    program: 'P1',
    parameter: 'NON_WARRANTABLE',
    operator: '=',
    value: 0,
    unit: null,
    severity: 'REVIEW',
    scope: {},
    citation: '§5',
    text: 'Not allowed',
  },
]

/**
 * An administrator with a draft of three rules, and ways to download it and to
 * import into it.
 */
const test = base.extend('draft', async ({ made, portal, committed, now }) => {
  const person = await made.underwriter('manageGuidelines')
  const sla = await loadSla(committed)
  const admin: Ctx = { actor: person, now, db: committed, sla }
  await addProgram(admin, {
    code: 'P1',
    name: 'Program 1',
    family: 'DSCR',
    qualifiesBy: 'DSCR',
    activeFrom: '2020-01-01',
    activeTo: null,
    approvalDays: 60,
    products: [{ code: 'X', name: 'X' }],
  })
  const { id } = await createVersion(admin, { title: 'Spring' })
  await saveRules(admin, id, rules)
  const client = await portal.as(person)
  const path = `/v1/guidelines/versions/${id}`
  const upload = (bytes: Uint8Array, headers = {}, name = 'rules.xlsx') =>
    client.upload(`${path}/import`, name, Buffer.from(bytes), headers)
  /**
   * The problems of a refused import, by cell; the rules are still the saved
   * ones.
   */
  const problemsIn = async (bytes: Uint8Array) => {
    const { status, text } = await upload(bytes)
    expect(status).toBe(400)
    expect((await listRules(admin, id)).rules).toHaveLength(3)
    const details: { field: string; error: string }[] = JSON.parse(text).details
    return details.map(({ field, error }) =>
      error.startsWith(field) ? error : `${field} ${error}`,
    )
  }
  return {
    admin,
    id,
    client,
    path,
    upload,
    problemsIn,
    saved: async () => (await listRules(admin, id)).rules,
  }
})

describe('a workbook of rules', () => {
  test('is imported as it was downloaded, and nothing changes', async ({
    draft,
    committed,
    store,
  }) => {
    const { admin, id, client, path, upload, saved } = draft
    const before = await saved()
    const file = await client.bytes(`${path}/download`)
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="Guidelines version \d+\.xlsx"/,
    )
    const { sheets } = await readXlsx(file.bytes)
    expect(sheets[0]?.rows[0]).toEqual(titles)
    expect(sheets[0]?.rows[1]?.slice(0, 4)).toEqual(['P1', 'LTV', 'Review', 75])
    const lines = await findRows(committed, 'guidelineHistory', {})
    const { version } = await listRules(admin, id)
    const answer = await upload(file.bytes, { 'if-match': `"${version}"` })
    expect(answer).toMatchObject({
      status: 200,
      body: { id, rules: 3, version },
    })
    const withoutIds = (all: typeof before) =>
      all.map(({ id: _, ...rule }) => rule)
    expect(withoutIds(await saved())).toEqual(withoutIds(before))
    expect(await findRows(committed, 'guidelineHistory', {})).toHaveLength(
      lines.length,
    )
    expect(await inTheStore(store.folder)).toEqual([])
  })

  test('replaces the rules, with history; percentages and empty rows are read as Excel shows them', async ({
    draft,
    committed,
  }) => {
    const { upload, saved } = draft
    const rows = [
      titles,
      line('P1', 'ltv', 0.8),
      Array<null>(18).fill(null),
      line('P1', 'FICO', '660', ['Investment']),
    ]
    const cells = new Map([['1,3', { style: { numFmt: '0.0%' } }]])
    expect(await upload(await book(rows, { cells }))).toMatchObject({
      status: 200,
      body: { rules: 2 },
    })
    expect(await saved()).toMatchObject([
      { parameter: 'LTV', value: 80, scope: {} },
      {
        parameter: 'CREDIT_SCORE',
        operator: '>=',
        value: 660,
        scope: { occupancies: ['I'] },
      },
    ])
    const last = (await findRows(committed, 'guidelineHistory', {})).at(-1)
    expect(last).toMatchObject({ action: 'save-rules' })
  })

  test('is refused with every wrong cell by its name', async ({ draft }) => {
    const rows = [
      titles,
      line('NOPE', 'LTV', 75),
      line('P1', 'Height', 75),
      line('P1', 'LTV', 500, ['Castle', null, null, 'XX']),
      line('P1', 'FICO', null, [null, null, null, null, 700, 660]),
      [...line('P1', 'LTV', 75), 'note'],
      line('P1', 'LTV', 75),
      ['LTV', 'P1', 75, 'Review', ...line('', '', 0).slice(4)],
    ]
    const cells = new Map([['6,3', { formula: '70+5' }]])
    rows.push(line('P1', 'LTV', 500))
    expect(await draft.problemsIn(await book(rows, { cells }))).toEqual([
      'A2 Program: Unknown program NOPE. Add it in Settings > Guidelines > Programs first.',
      'B3 Parameter: Unknown parameter. Examples: FICO, LTV',
      'E4 Occupancy: Unknown: Castle. Use Primary, Second Home, Investment, Unknown',
      'H4 States: Unknown state XX. Use codes, such as CA, NY',
      'D4 Limit: From 0 to 300',
      'D5 Limit: Required',
      'I5 FICO from: The upper end must not be below the lower end',
      'S6 is outside the template columns; clear it',
      'D7 contains a formula; paste the value instead',
      'A8 Program: Unknown program LTV. Add it in Settings > Guidelines > Programs first.',
      'B8 Parameter: Unknown parameter. Examples: FICO, LTV',
      'D8 Limit: Not a number',
      'C8 Severity: Review or Knockout',
      'D9 Limit: From 0 to 300',
    ])
  })

  test('is refused for moved, missing and renamed columns, naming the cells of the first row', async ({
    draft,
  }) => {
    const shifted = (rows: CellValue[][]) => rows.map((row) => [null, ...row])
    const { problemsIn } = draft
    const first = await problemsIn(
      await book(shifted([titles, line('P1', 'LTV', 75)])),
    )
    expect(first.slice(0, 2)).toEqual([
      'A1 must be "Program"',
      'B1 must be "Parameter", not "Program"',
    ])
    expect(first.at(-1)).toBe('S1 is outside the template columns; clear it')
    const renamed = titles.with(3, 'Maximum')
    expect(await problemsIn(await book([renamed]))).toEqual([
      'D1 must be "Limit", not "Maximum"',
    ])
    expect(await problemsIn(await book([titles.slice(0, -1)]))).toEqual([
      'R1 must be "Guideline text"',
    ])
    expect(await problemsIn(await book([line('P1', 'LTV', 75)]))).toHaveLength(
      18,
    )
    const below = await problemsIn(await book([[], titles]))
    expect(below[0]).toBe('A1 must be "Program"')
  })

  test('is refused if it is empty, too long, another file or a zip bomb', async ({
    draft,
  }) => {
    const { upload, problemsIn } = draft
    const only = (problem: string) => [expect.stringContaining(problem)]
    expect(await problemsIn(await book([titles]))).toEqual(only('has no rules'))
    const many = Array.from({ length: 5001 }, () => line('P1', 'LTV', 75))
    expect(await problemsIn(await book([titles, ...many]))).toEqual(
      only('has more than 5,000 rules'),
    )
    expect(await problemsIn(Buffer.from('Program,Parameter'))).toHaveLength(1)
    expect((await upload(Buffer.from('a,b'), {}, 'rules.csv')).status).toBe(400)
    expect((await upload(new Uint8Array(5 * 1024 * 1024 + 1))).status).toBe(413)
    const [long] = await problemsIn(
      await book([titles, line('x'.repeat(30_000), 'LTV', 75)]),
    )
    expect(long?.length).toBeLessThan(300)
    const chunks = Array.from({ length: 40 }, () =>
      Buffer.alloc(1 << 20, '<c/>'),
    )
    const bomb: Buffer[] = []
    for await (const part of zipped([
      { name: 'xl/worksheets/sheet1.xml', chunks },
    ]))
      bomb.push(part)
    expect(await problemsIn(Buffer.concat(bomb))).toHaveLength(1)
    const errors = [
      titles,
      ...Array.from({ length: 150 }, () => line('P1', 'LTV', 999)),
    ]
    const { text } = await upload(await book(errors))
    expect(JSON.parse(text)).toMatchObject({
      error: '"rules.xlsx" has 150 errors. Nothing was imported.',
    })
    expect(JSON.parse(text).details).toHaveLength(100)
  })

  test('may overlap, as in the editor, and is refused over someone else’s changes', async ({
    draft,
  }) => {
    const { admin, id, upload, saved } = draft
    const overlapping = await book([
      titles,
      line('P1', 'LTV', 75),
      line('P1', 'LTV', 80, ['Investment']),
    ])
    const { version } = await listRules(admin, id)
    expect(
      (await upload(overlapping, { 'if-match': `"${version - 1}"` })).status,
    ).toBe(412)
    expect(await saved()).toHaveLength(3)
    expect(
      (await upload(overlapping, { 'if-match': `"${version}"` })).status,
    ).toBe(200)
    expect((await listRules(admin, id)).overlaps).toHaveLength(1)
  })

  test('is downloaded by those who read the version, and imported only into a draft', async ({
    draft,
    made,
    portal,
    now,
  }) => {
    const { admin, id, path, upload } = draft
    const seller = await portal.as(await made.seller())
    expect((await seller.bytes(`${path}/download`)).status).toBe(404)
    expect(
      (await seller.upload(`${path}/import`, 'rules.xlsx', Buffer.from('x')))
        .status,
    ).toBe(403)
    await publishVersion(admin, id, now.toISOString().slice(0, 10))
    expect((await seller.bytes(`${path}/download`)).status).toBe(200)
    expect(
      (await upload(await book([titles, line('P1', 'LTV', 75)]))).status,
    ).toBe(409)
  })
})
