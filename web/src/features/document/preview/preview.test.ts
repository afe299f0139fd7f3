import { expect, test } from 'vitest'
import { startScale, zoomIn, zoomOut } from './sheet-tools.tsx'
import { readCsv } from './text-view.tsx'

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
    readCsv(text, 4)
      .map((row) => row.join('|'))
      .join('/'),
  ).toBe(cells),
)

test('zooming goes to the next step and stops at the ends', () => {
  expect([1, 0.87, 4, 9].map(zoomIn)).toEqual([1.25, 1, 4, 4])
  expect([1, 0.87, 0.25, 9].map(zoomOut)).toEqual([0.75, 0.75, 0.25, 4])
})

test('a document starts as wide as the window, but large enough to read', () => {
  const letter = { whole: null, pageWidth: 816, isNarrow: false }
  expect(startScale({ ...letter, fitting: 0.57 })).toBe(0.57)
  expect(startScale({ ...letter, fitting: 0.4 })).toBe(0.5)
  expect(startScale({ ...letter, fitting: 1.1 })).toBe(1.1)
  expect(startScale({ ...letter, fitting: 1.8 })).toBe(1.25)
  expect(startScale({ ...letter, fitting: 0.4, isNarrow: true })).toBe(0.4)
  // A plan is as wide as a letter page, and a picture visible as a whole.
  expect(startScale({ ...letter, fitting: 0.1, pageWidth: 3264 })).toBe(0.125)
  expect(
    startScale({ ...letter, fitting: 0.5, whole: 0.3, pageWidth: 1600 }),
  ).toBe(0.3)
})
