import { describe, expect } from 'vitest'
import { test as base } from '../../test/makers.ts'
import { addRow, findRows } from '../../test/rows.ts'
import { readGridFor, readPriceGrid } from './read-price-grid.ts'
import { savePriceGrid } from './save-price-grid.ts'

const test = base.extend('admin', async ({ a, as }) =>
  as(await a.underwriter('manageGuidelines')),
)

const band = {
  parameter: 'CREDIT_SCORE',
  program: null,
  from: 0,
  to: 10,
  bps: -12.5,
} as const

describe('the price grid', () => {
  test('is replaced as a whole, with one entry of history', async ({
    admin,
    db,
  }) => {
    const first = await savePriceGrid(admin, { addOn: -5, rows: [band] }, 1)
    expect(first).toMatchObject({ version: 2, addOn: -5, rows: [band] })
    const [stored] = first.rows
    const second = await savePriceGrid(admin, {
      addOn: -5,
      rows: [{ ...band, id: stored?.id, bps: -25 }],
    })
    expect(second.rows).toEqual([{ ...stored, bps: -25 }])
    const lines = await findRows(db, 'guidelineHistory', {
      action: 'save-price-grid',
    })
    expect(lines.map(({ changes }) => changes)).toEqual([
      [
        { field: 'Each further variance', before: 0, after: -5 },
        { field: 'FICO 0–10 points', before: null, after: -12.5 },
      ],
      [{ field: 'FICO 0–10 points', before: -12.5, after: -25 }],
    ])
    await expect(
      savePriceGrid(admin, { addOn: 0, rows: [] }, 2),
    ).rejects.toMatchObject({ statusCode: 412 })
  })

  test('names rows that overlap and programs that don’t exist', async ({
    admin,
  }) => {
    const rows = [band, { ...band, from: 5 }, { ...band, program: 'NONE' }]
    await expect(
      savePriceGrid(admin, { addOn: 0, rows }),
    ).rejects.toMatchObject({
      statusCode: 400,
      details: [
        { field: 'rows.2.program', error: 'Unknown program NONE' },
        {
          field: 'rows.1.from',
          error: 'Row 2 overlaps row 1: FICO over 0 up to 10',
        },
      ],
    })
  })

  test('for an SLV has the bands of its program and of every program', async ({
    a,
    admin,
    db,
  }) => {
    for (const [code, name] of [
      ['OWN', 'Own Program'],
      ['ELSE', 'Another Program'],
    ])
      await addRow(db, 'guidelineProgram', {
        code: code ?? '',
        name: name ?? '',
        family: 'DSCR',
        qualifiesBy: 'DSCR',
        activeFrom: '2020-01-01',
      })
    await savePriceGrid(admin, {
      addOn: 0,
      rows: [band, { ...band, program: 'OWN' }, { ...band, program: 'ELSE' }],
    })
    const { id } = await a.slv({ buyerNonAgencyProgram: 'Own Program' })
    const { rows } = await readGridFor(db, id)
    expect(rows.map(({ program }) => program)).toEqual([null, 'OWN'])
    expect((await readPriceGrid(db)).rows).toHaveLength(3)
  })
})
