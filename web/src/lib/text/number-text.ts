/**
 * Formats a number for an input without focus: with thousands separators and
 * limited decimals.
 */
export const writeNumber = (
  value: number | null,
  decimals: { min: number; max: number },
): string =>
  value === null
    ? ''
    : value.toLocaleString('en-US', {
        minimumFractionDigits: decimals.min,
        maximumFractionDigits: decimals.max,
      })
