import {
  columnHelp,
  type RuleColumn,
  ruleColumnNames,
  ruleColumns,
  toCells,
} from '@portal/contract/guideline/columns'
import { getKeys } from '@portal/contract/lib/typed'
import type { Ctx } from '../lib/ctx.ts'
import { type Cell, workbook } from '../lib/spreadsheets/sheet.ts'
import { getVersion } from './list-versions.ts'
import { readRules } from './read-rules.ts'

const numbers: readonly RuleColumn[] = [
  'value',
  'scoreMin',
  'scoreMax',
  'amountMin',
  'amountMax',
  'ltvMin',
  'ltvMax',
]
const widths: Partial<Record<RuleColumn, number>> = {
  parameter: 22,
  value: 14,
  occupancies: 20,
  purposes: 28,
  propertyTypes: 20,
  states: 20,
  misses: 20,
  text: 80,
}

const cellKind = (column: RuleColumn) => {
  if (column === 'text') return 'lines'
  return numbers.includes(column) ? 'number' : 'text'
}

/** Limits and bands are numbers in Excel; 'Not allowed' stays a text. */
const toCell = (column: RuleColumn, text: string): Cell => {
  const number = Number(text.replaceAll(',', ''))
  return numbers.includes(column) && text !== '' && Number.isFinite(number)
    ? number
    : text
}

/**
 * The rules of a version as a workbook, which can be edited and imported again.
 */
export async function drawRules(
  ctx: Ctx,
  versionId: string,
  brandName: string,
) {
  const { number, title } = await getVersion(ctx, versionId)
  const rows = (await readRules(ctx.db, versionId)).map(toCells)
  async function* inOneBatch() {
    yield ruleColumnNames.map((column) =>
      rows.map((cells) => toCell(column, cells[column])),
    )
  }
  const content = workbook({
    name: 'Rules',
    columns: ruleColumnNames.map((column) => ({
      label: ruleColumns[column],
      kind: cellKind(column),
      width: widths[column] ?? 13,
    })),
    rows: inOneBatch(),
    creator: brandName,
    about: () => ({
      name: 'About',
      lines: [
        ['Guidelines', `${brandName}, version ${number}: ${title}`],
        ['Downloaded by', ctx.actor.name],
        [
          'Import',
          'Keep the columns in this order. Enter values, not formulas. A blank scope cell means all loans.',
        ],
        [
          'Program',
          'The code of a program in Settings > Guidelines > Programs',
        ],
        ...getKeys(columnHelp).map(
          (column) => [ruleColumns[column], columnHelp[column]] as const,
        ),
      ],
    }),
  })
  return { name: `Guidelines version ${number}.xlsx`, content }
}
