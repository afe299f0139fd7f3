/**
 * A number as people type it, with a dollar sign, separators and either minus;
 * null for empty text, the text itself if it is no number.
 */
export const readTypedNumber = (text: string): number | string | null => {
  const plain = text.replaceAll(/[$,\s]/g, '').replace('−', '-')
  if (plain === '') return null
  const value = Number(plain)
  return Number.isFinite(value) ? value : text
}
