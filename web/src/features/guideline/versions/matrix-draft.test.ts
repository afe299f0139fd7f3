import { ruleColumnNames, toCells } from '@portal/contract/guideline/columns'
import { expect, test } from 'vitest'
import { checkRows, listProblemCells, paste } from './matrix-draft.ts'

const row = {
  key: 'a',
  cells: toCells({
    program: 'DP',
    parameter: 'LTV',
    operator: '<=',
    value: 85,
    severity: 'REVIEW',
    citation: '§4.2',
    text: 'Maximum LTV is 85%.',
    scope: {},
  }),
}
const columns = ruleColumnNames.filter((name) => name !== 'program')

test('a text that was generated from its limit changes with a pasted one', () => {
  const rows = paste([row], '71\n', { row: 0, column: 'value' }, columns, 'DP')
  expect(rows[0]?.cells).toMatchObject({
    value: '71',
    text: 'Maximum LTV is 71%.',
  })
  expect(checkRows(rows).problems.size).toBe(0)
})

test('a pasted text that contradicts the limit is a problem of its cell, which a draft may keep', () => {
  // The second line adds a row, whose limit is still empty.
  const twoLines = [
    '§4.2\tMaximum LTV is 85% with FICO 740.',
    '§4.3\tMaximum LTV is 71%.',
  ].join('\n')
  const limits = paste([row], '71', { row: 0, column: 'value' }, columns, 'DP')
  const rows = paste(
    limits,
    twoLines,
    { row: 0, column: 'citation' },
    columns,
    'DP',
  ).slice(0, 1)
  const state = checkRows(rows)
  expect(state.problems.get('a')).toEqual(
    new Map([['text', 'The text says 85%, but the limit is 71%']]),
  )
  expect(state.hasErrors).toBe(false)
  expect(state.rules).toHaveLength(1)
})

test('the cells with a problem are listed row by row, in the order of the columns', () => {
  const wrong = { value: 'abc', ltvMax: 'high' }
  const rows = [
    { ...row, key: 'a', cells: { ...row.cells, ...wrong } },
    { ...row, key: 'b' },
    { ...row, key: 'c', cells: { ...row.cells, value: '' } },
  ]
  const cells = listProblemCells(rows, checkRows(rows).problems)
  expect(cells.map((cell) => `${cell.row.key} ${cell.column}`)).toEqual([
    'a value',
    'a ltvMax',
    'c value',
  ])
})
