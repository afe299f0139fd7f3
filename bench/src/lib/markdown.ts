/** A table of a page; the first column is words, the others are figures. */
export const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')

/** As a person reads it: thousands parted, no more decimals than say anything. */
export const shown = (value: number, places?: number): string => {
  if (!Number.isFinite(value)) return '–'
  const most = places ?? (Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2)
  return value.toLocaleString('en-US', { maximumFractionDigits: most })
}

/** The text with what stands between two marks replaced; they are `<!-- name … -->` and `<!-- /name -->`. */
export function between(text: string, name: string, content: string): string {
  const begin = new RegExp(`<!-- ${name}[^<>]*-->`).exec(text)
  const end = text.indexOf(`<!-- /${name} -->`)
  if (!begin || end < begin.index) throw new Error(`The page has lost the marks of "${name}"`)
  return `${text.slice(0, begin.index + begin[0].length)}\n\n${content}\n\n${text.slice(end)}`
}
