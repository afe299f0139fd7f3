import type { ColumnKind } from '@portal/contract/lib/list-column'
import * as format from './format.ts'

type CellColumn = {
  kind: ColumnKind
  labels?: Readonly<Record<string, string>>
}

const textFormats: Partial<Record<ColumnKind, (value: string) => string>> = {
  date: format.date,
  day: format.day,
  time: format.dateTime,
}

const numberFormats: Partial<Record<ColumnKind, (value: number) => string>> = {
  money: format.money,
  share: format.percent,
  coverage: format.coverage,
  integer: format.count,
  bps: format.bps,
  signed: format.signed,
}

/** The text of a cell, by the kind of its column in the contract. */
export const cellText = (
  { kind, labels }: CellColumn,
  value: string | number | null | undefined,
): string => {
  if (typeof value === 'number')
    return numberFormats[kind]?.(value) ?? format.text(value)
  if (typeof value === 'string' && labels) return labels[value] ?? value
  return typeof value === 'string'
    ? (textFormats[kind]?.(value) ?? format.text(value))
    : format.text(value)
}
