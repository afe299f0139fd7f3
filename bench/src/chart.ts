/** A line of a chart: a name and its points, both axes in logarithms. */
export type Line = { name: string; points: { x: number; y: number }[] }

const colours = ['#1f5f8b', '#b3541e', '#3c7a3c', '#7a4b9a', '#8a6d00', '#a0305a', '#2a7f7f']
const [width, height] = [760, 400]
const area = { left: 70, right: 490, top: 50, bottom: 340 }

const compact = (value: number): string =>
  value >= 1e6 ? `${value / 1e6}M` : value >= 1000 ? `${value / 1000}k` : String(Number(value.toPrecision(3)))
const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** Powers of ten around these values. */
function decades(values: readonly number[]): number[] {
  const [low, high] = [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))]
  return Array.from({ length: Math.max(1, high - low) + 1 }, (_, n) => 10 ** (low + n))
}

/** A picture of lines as SVG, on white, so that a page of either colour shows it. Names stand at the right, from the top line down. */
export function lineChart(title: string, xTitle: string, yTitle: string, lines: readonly Line[]): string {
  const drawn = lines
    .map(({ name, points }) => ({ name, points: points.filter(({ x, y }) => x > 0 && y > 0) }))
    .filter(({ points }) => points.length > 0)
    .toSorted((one, other) => (other.points.at(-1)?.y ?? 0) - (one.points.at(-1)?.y ?? 0))
  if (drawn.length === 0) return ''
  const all = drawn.flatMap(({ points }) => points)
  const [xs, ys] = [decades(all.map(({ x }) => x)), decades(all.map(({ y }) => y))]
  const along = (ticks: readonly number[], value: number) => {
    const [first, last] = [Math.log10(ticks[0] ?? 1), Math.log10(ticks.at(-1) ?? 10)]
    return (Math.log10(value) - first) / (last - first)
  }
  const placeX = (x: number) => Math.round(area.left + along(xs, x) * (area.right - area.left))
  const placeY = (y: number) => Math.round(area.bottom - along(ys, y) * (area.bottom - area.top))
  const text = (x: number, y: number, words: string, more = '') =>
    `<text x="${x}" y="${y}" ${more}>${escaped(words)}</text>`
  const grid = [
    ...xs.map(
      (x) =>
        `<path d="M${placeX(x)} ${area.top}V${area.bottom}" stroke="#e2e2e2"/>${text(placeX(x), area.bottom + 20, compact(x), 'text-anchor="middle"')}`,
    ),
    ...ys.map(
      (y) =>
        `<path d="M${area.left} ${placeY(y)}H${area.right}" stroke="#e2e2e2"/>${text(area.left - 8, placeY(y) + 4, compact(y), 'text-anchor="end"')}`,
    ),
  ]
  const series = drawn.map(({ name, points }, index) => {
    const colour = colours[index % colours.length]
    const path = points.map(({ x, y }, place) => `${place === 0 ? 'M' : 'L'}${placeX(x)} ${placeY(y)}`).join('')
    const dots = points
      .map(({ x, y }) => `<circle cx="${placeX(x)}" cy="${placeY(y)}" r="3.5" fill="${colour}"/>`)
      .join('')
    const y = area.top + 12 + index * 24
    const legend = `<path d="M${area.right + 16} ${y - 4}h18" stroke="${colour}" stroke-width="3"/>${text(area.right + 40, y, name)}`
    return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${dots}${legend}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13" fill="#222" role="img">
<title>${escaped(title)}</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${text(area.left, 26, title, 'font-size="16" font-weight="600"')}
${grid.join('\n')}
${series.join('\n')}
${text((area.left + area.right) / 2, area.bottom + 42, xTitle, 'text-anchor="middle"')}
${text(18, (area.top + area.bottom) / 2, yTitle, `text-anchor="middle" transform="rotate(-90 18 ${(area.top + area.bottom) / 2})"`)}
</svg>
`
}
