import type { ColumnKind } from '@portal/contract/lib/list-column'
import * as format from './format.ts'

/** The text of a cell, by the kind of its column in the contract. */
export const cellText = (
  { kind, labels }: CellColumn,
  value: string | number | null | undefined,
): string => {
  if (typeof value === 'string') {
    if (labels) return labels[value] ?? value
    if (kind === 'date') return format.date(value)
    if (kind === 'day') return format.day(value)
    if (kind === 'time') return format.dateTime(value)
  }
  if (typeof value === 'number') {
    if (kind === 'money') return format.money(value)
    if (kind === 'share') return format.percent(value)
    if (kind === 'coverage') return format.coverage(value)
    if (kind === 'integer') return format.count(value)
    if (kind === 'bps') return format.bps(value)
    if (kind === 'signed') return format.signed(value)
  }
  return format.text(value)
}

type CellColumn = {
  kind: ColumnKind
  labels?: Readonly<Record<string, string>>
}
