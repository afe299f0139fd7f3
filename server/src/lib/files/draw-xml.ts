/** Characters that XML 1.0 can't contain. */
const noXml = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu
const names: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(noXml, '')
    .replace(/[&<>"]/g, (sign) => names[sign] ?? sign)

/**
 * The elements of a path around some content: `A/B` is B in A. Empty without
 * content.
 */
export const element = (path: string, content: string): string =>
  content &&
  path
    .split('/')
    .reduceRight((inner, name) => `<${name}>${inner}</${name}>`, content)

type Leaf = readonly [path: string, value: string | number | null | undefined]

/**
 * Elements with values by their paths, in order; paths that begin alike share
 * elements. Empty for those without a value.
 */
export const leaves = (all: readonly Leaf[]): string =>
  [...Map.groupBy(all, ([path]) => path.split('/', 1).join())]
    .map(([name, group]) => {
      const below = group.map(
        ([path, value]): Leaf => [path.slice(name.length + 1), value],
      )
      const own = below.find(([path]) => path === '')
      return element(name, own ? escaped(String(own[1] ?? '')) : leaves(below))
    })
    .join('')
