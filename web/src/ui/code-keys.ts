/** The digits of a text: what is copied with a code, blanks and dashes, falls away. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '')

/**
 * What a key makes of a code whose digits from `from` to before `to` are selected, and the box that is chosen then; null
 * for a key that is left to the browser.
 */
export const afterKey = (
  key: string,
  value: string,
  from: number,
  to: number,
): { value: string; at: number } | null => {
  if (key === 'ArrowLeft') return { value, at: Math.max(from - 1, 0) }
  if (key === 'ArrowRight') return { value, at: Math.min(from + 1, value.length) }
  if (key === 'Home' || key === 'ArrowUp') return { value, at: 0 }
  if (key === 'End' || key === 'ArrowDown') return { value, at: value.length }
  if (key === 'Delete') return { value: value.slice(0, from) + value.slice(Math.max(to, from + 1)), at: from }
  if (key !== 'Backspace') return null
  if (to > from) return { value: value.slice(0, from) + value.slice(to), at: Math.max(from - 1, 0) }
  return { value: value.slice(0, Math.max(from - 1, 0)) + value.slice(from), at: Math.max(from - 1, 0) }
}
