/**
 * Sets thousands separators into a number that is being typed, and says where the caret then stands: behind the same
 * digit as before. What is no plain number stays as it was typed.
 */
export const grouped = (text: string, caret: number): { text: string; caret: number } => {
  const [, whole, decimals = ''] = /^,*(\d[\d,]*)(\.\d*)?$/.exec(text) ?? []
  if (whole === undefined) return { text, caret }
  const digits = whole.replaceAll(',', '')
  const first = digits.length % 3
  const groups = [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])]
  const set = groups.filter((group) => group !== '').join(',') + decimals
  const behind = text.slice(0, caret).replaceAll(',', '').length
  let at = 0
  for (let seen = 0; seen < behind; at += 1) if (set[at] !== ',') seen += 1
  return { text: set, caret: at }
}
