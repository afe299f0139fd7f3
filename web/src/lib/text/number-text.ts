/** Parses a typed or pasted number such as '$1,234.50', '72.5 %' or '(1,000)'; null for empty text, 'wrong' for other text. */
export const readNumber = (typed: string): number | null | 'wrong' => {
  const bare = typed.replaceAll(/[\s$,%]/g, '').replace('−', '-')
  if (bare === '') return null
  const inner = /^\((.+)\)$/.exec(bare)?.[1]
  const digits = inner === undefined ? bare : `-${inner}`
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(digits) ? Number(digits) : 'wrong'
}

/** Formats a number for an input without focus: with thousands separators and limited decimals. */
export const writeNumber = (value: number | null, decimals: { min: number; max: number }): string =>
  value === null
    ? ''
    : value.toLocaleString('en-US', { minimumFractionDigits: decimals.min, maximumFractionDigits: decimals.max })
