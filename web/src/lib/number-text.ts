/** What a person typed or pasted for a number, read: '$1,234.50', '72.5 %' and '(1,000)' are fine. Nothing is null; nonsense is 'wrong'. */
export const readNumber = (typed: string): number | null | 'wrong' => {
  const bare = typed.replaceAll(/[\s$,%]/g, '').replace('−', '-')
  if (bare === '') return null
  const inner = /^\((.+)\)$/.exec(bare)?.[1]
  const digits = inner === undefined ? bare : `-${inner}`
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(digits) ? Number(digits) : 'wrong'
}

/** The number as its input shows it when it is not being typed in: thousands separated, at most (or exactly) so many decimals. */
export const writeNumber = (value: number | null, decimals: { min: number; max: number }): string =>
  value === null
    ? ''
    : value.toLocaleString('en-US', { minimumFractionDigits: decimals.min, maximumFractionDigits: decimals.max })
