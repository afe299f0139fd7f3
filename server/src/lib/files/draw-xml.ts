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
export function leaves(all: readonly Leaf[]): string {
  let xml = ''
  const byFirstName = Map.groupBy(all, ([path]) => path.split('/')[0] ?? '')
  for (const [name, group] of byFirstName) {
    const leaf = group.find(([path]) => path === name)
    xml += element(
      name,
      leaf ? drawValue(leaf) : leaves(group.map(withoutFirst)),
    )
  }
  return xml
}

const drawValue = ([, value]: Leaf): string => escaped(String(value ?? ''))

/** A leaf as its parent sees it: `A/B` is at `B`. */
const withoutFirst = ([path, value]: Leaf): Leaf => [
  path.slice(path.indexOf('/') + 1),
  value,
]
