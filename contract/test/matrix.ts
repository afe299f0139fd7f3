/**
 * A table as lines of text: a heading, then a name and its cells per line, in
 * columns of these widths.
 */
export const matrixOf = (
  [nameWidth, cellWidth]: readonly [number, number],
  heading: readonly string[],
  rows: readonly (readonly [name: string, cells: readonly string[]])[],
) =>
  [['', heading] as const, ...rows]
    .map(([name, cells]) =>
      `${name.padEnd(nameWidth)}${cells.map((text) => text.padEnd(cellWidth)).join('')}`.trimEnd(),
    )
    .join('\n')
