import { type GoalId, goals, type Row, verdictOf } from './goals.ts'

/** One goal in one run; with the reason instead of a value when it couldn't be measured. */
export type Line = ReturnType<typeof lineOf>
type Found = Omit<Row, 'value'> & { value?: number; reason?: string }

export function lineOf(found: Found, size: number, loadBefore: string) {
  const { limit, isMet } = verdictOf(found.goal, size, found.value ?? Number.NaN)
  const result = found.value === undefined ? 'not measured' : isMet ? 'met' : 'missed'
  return { ...found, ...goals[found.goal], limit, result, loadBefore }
}

export const unmeasured = (part: string, reason: string): Found[] =>
  (Object.keys(goals) as GoalId[]).filter((goal) => goal.startsWith(`${part}.`)).map((goal) => ({ goal, reason }))

/** Three digits are more than repeats. */
const text = (value = Number.NaN) => value.toLocaleString('en', { maximumSignificantDigits: 3 })

export const asTable = (lines: Line[]): string =>
  lines
    .map(({ name, value, limit, unit, result }) =>
      [result.padEnd(13), text(value).padStart(9), limit.padStart(9), unit.padEnd(30), name].join('  '),
    )
    .join('\n')

type Results = { at: Date; size: number; machine: string; lines: Line[] }

export function asMarkdown({ at, size, machine, lines }: Results): string {
  const cells = (...row: string[]) => `| ${row.join(' | ')} |`
  const goalRows = lines.map(({ name, value, limit, unit, result, loadBefore }) =>
    cells(name, text(value), limit, unit, result === 'met' ? result : `**${result}**`, loadBefore),
  )
  const details = lines
    .filter((line) => line.details || line.reason)
    .flatMap(({ name, details = {}, reason }) => [
      `\n### ${name}\n`,
      ...(reason ? [`Not measured: ${reason}`] : []),
      ...Object.entries(details).map(([each, value]) => `- ${each}: ${text(value)}`),
    ])
  return [
    `${at.toISOString().slice(0, 16)} UTC, ${text(size)} SLVs and twice as many Tdocs, ${machine}.\n`,
    cells('goal', 'measured', 'limit', 'unit', '', 'load before'),
    cells('---', '---:', '---:', '---', '---', '---:'),
    ...goalRows,
    ...details,
    '',
  ].join('\n')
}
