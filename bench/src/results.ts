import { type GoalId, goals, type Row, verdictOf } from './goals.ts'

/** One goal in one run. */
export type Line = {
  goal: GoalId
  name: string
  value: number | null
  limit: string
  unit: string
  result: 'met' | 'missed' | 'not measured'
  loadBefore: string
  details?: Record<string, number>
  reason?: string
}

export function lineOf({ goal, value, details }: Row, size: number, loadBefore: string): Line {
  const { limit, isMet } = verdictOf(goal, size, value)
  const { name, unit } = goals[goal]
  const result = isMet ? 'met' : 'missed'
  return { goal, name, value, limit, unit, result, loadBefore, ...(details && { details }) }
}

export function missing(goal: GoalId, size: number, loadBefore: string, reason: string): Line {
  const { name, unit } = goals[goal]
  const { limit } = verdictOf(goal, size, 0)
  return { goal, name, value: null, limit, unit, result: 'not measured', loadBefore, reason }
}

/** Three digits are more than repeats. */
const text = (value: number | null) =>
  value === null ? '–' : Number(value.toPrecision(3)).toLocaleString('en', { maximumSignificantDigits: 3 })

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
    cells(name, text(value), limit, unit, result === 'met' ? 'met' : `**${result}**`, loadBefore),
  )
  const details = lines
    .filter((line) => line.details || line.reason)
    .flatMap(({ name, details = {}, reason }) => [
      `\n### ${name}`,
      '',
      ...(reason ? [`Not measured: ${reason}`] : []),
      ...Object.entries(details).map(([each, value]) => `- ${each}: ${text(value)}`),
    ])
  return [
    `Measured ${at.toISOString().slice(0, 16)} UTC with ${size.toLocaleString('en')} SLVs and twice as many Tdocs on ${machine}.`,
    '',
    cells('goal', 'measured', 'limit', 'unit', '', 'load before'),
    cells('---', '---:', '---:', '---', '---', '---:'),
    ...goalRows,
    ...details,
    '',
  ].join('\n')
}
