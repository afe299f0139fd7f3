/** Characters that XML 1.0 can't contain. */
const noXml = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu
const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(noXml, '\ufffd')
    .replace(/[&<>"]/g, (sign) => names[sign] ?? sign)

/** An element with a value; empty without one. */
export const leaf = (name: string, value: string | number | null | undefined): string =>
  value === null || value === undefined || value === '' ? '' : `<${name}>${escaped(String(value))}</${name}>`

/** An element with child elements; empty without any. */
export const element = (name: string, ...children: readonly string[]): string => {
  const content = children.join('')
  return content === '' ? '' : `<${name}>${content}</${name}>`
}
