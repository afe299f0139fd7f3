/**
 * What a column of a list contains, which decides how its cells look in the
 * table and in the workbook. Ratios in percent are a `share`; the New York day
 * of an instant is a `date`, and a civil day a `day`. Only the workbook of rules
 * has a `number`, as it was typed.
 */
export type ColumnKind =
  | 'text'
  | 'lines'
  | 'number'
  | 'integer'
  | 'signed'
  | 'money'
  | 'share'
  | 'coverage'
  | 'bps'
  | 'date'
  | 'day'
  | 'time'

/**
 * How a list is sorted by a column of its database table with the same name: by
 * the value, by text without regard to letter case, or by names as people
 * expect them. The server has an expression for each `COMPUTED` one.
 */
export type ColumnSort = 'VALUE' | 'TEXT' | 'NAME' | 'COMPUTED'

/** Figures are aligned at the end, except signed days, which are a chip. */
export const isAlignedAtEnd = (kind: ColumnKind): boolean =>
  kind === 'integer' ||
  kind === 'money' ||
  kind === 'share' ||
  kind === 'coverage' ||
  kind === 'bps'
