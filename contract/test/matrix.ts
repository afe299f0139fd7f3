/**
 * A table as lines of text: a heading, then a name and its cells per line, in
 * columns of these widths.
 */
export function formatMatrix(
  [nameWidth, cellWidth]: readonly [number, number],
  heading: readonly string[],
  rows: readonly (readonly [name: string, cells: readonly string[]])[],
): string {
  const formatLine = (name: string, cells: readonly string[]) => {
    const columns = cells.map((text) => text.padEnd(cellWidth))
    return [name.padEnd(nameWidth), ...columns].join('').trimEnd()
  }
  const lines = rows.map(([name, cells]) => formatLine(name, cells))
  return [formatLine('', heading), ...lines].join('\n')
}
