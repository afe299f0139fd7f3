import { expect, test } from 'vitest'
import { zoomIn, zoomOut } from './sheet-tools.tsx'
import { parseCsv } from './text-view.tsx'

/** Cells joined by '|', rows by '/'. */
test.each([
  ['a,b\n1,2', 'a|b/1|2'],
  ['a;b\r\n1,5;2\r\n', 'a|b/1,5|2'],
  ['a\tb\n\t', 'a|b/|'],
  ['"a, ""x""",b\n"two\nlines",2', 'a, "x"|b/two\nlines|2'],
  ['one', 'one'],
  ['', ''],
  ['1\n2\n3\n4\n5', '1/2/3/4'],
])('%j is parsed as CSV, up to four rows', (text, cells) =>
  expect(
    parseCsv(text, 4)
      .map((row) => row.join('|'))
      .join('/'),
  ).toBe(cells),
)

test('zooming goes to the next step and stops at the ends', () => {
  expect([1, 0.87, 4, 9].map(zoomIn)).toEqual([1.25, 1, 4, 4])
  expect([1, 0.87, 0.25, 9].map(zoomOut)).toEqual([0.75, 0.75, 0.25, 4])
})
