/** The digits of a text, without the blanks and dashes that are copied with a code. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '')

/**
 * The code and the selected box after a key, if the digits from `from` to before `to` were selected; null for keys that
 * the browser handles.
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
