import { expect, test } from 'vitest'
import { tiffPages } from './tiff-file.ts'

type Field = [tag: number, type: number, count: number, value: number]

/** A TIFF of these pages, each with 16 bytes of picture at 8; `next` says where the page after the last is looked for. */
const tiffOf = (pages: Field[][], { isLittle = true, next = 0 } = {}) => {
  const ends = pages.map(
    (_, index) => 32 + pages.slice(0, index + 1).reduce((sum, { length }) => sum + 6 + length * 12, 0),
  )
  const bytes = new Uint8Array(Math.max(64, ends.at(-1) ?? 64))
  const view = new DataView(bytes.buffer)
  view.setUint16(0, isLittle ? 0x4949 : 0x4d4d)
  view.setUint16(2, 42, isLittle)
  view.setUint32(4, 32, isLittle)
  for (const [index, fields] of pages.entries()) {
    const at = ends[index - 1] ?? 32
    view.setUint16(at, fields.length, isLittle)
    for (const [place, [tag, type, count, value]] of fields.entries()) {
      const from = at + 2 + place * 12
      view.setUint16(from, tag, isLittle)
      view.setUint16(from + 2, type, isLittle)
      view.setUint32(from + 4, count, isLittle)
      if (type === 3 && count === 1) view.setUint16(from + 8, value, isLittle)
      else view.setUint32(from + 8, value, isLittle)
    }
    view.setUint32(at + 2 + fields.length * 12, index + 1 < pages.length ? (ends[index] ?? 0) : next, isLittle)
  }
  return bytes
}

const page = (changes: Field[] = []): Field[] => {
  const usual: Field[] = [
    [256, 3, 1, 16],
    [257, 3, 1, 8],
    [259, 3, 1, 1],
    [273, 4, 1, 8],
    [279, 4, 1, 16],
  ]
  return [...usual.filter(([tag]) => !changes.some(([changed]) => changed === tag)), ...changes]
}

test.each([true, false])('pages are found in their order, little end first: %s', (isLittle) => {
  const [first, second, ...others] = tiffPages(tiffOf([page(), page([[256, 3, 1, 32]])], { isLittle }))
  expect(others).toEqual([])
  expect([first?.width, first?.height, second?.width]).toEqual([12, 6, 24])
  expect(first?.fields).toMatchObject({ t256: [16], t257: [8], t273: [8], t279: [16] })
})

test('a coarse fax is as large as its paper', () => {
  const bytes = tiffOf([
    page([
      [282, 5, 1, 0],
      [283, 5, 1, 8],
    ]),
  ])
  const view = new DataView(bytes.buffer)
  // The two fractions stand where the header and the picture do: 204 and 98 dots an inch.
  for (const [at, dots] of [[8, 98]] as const) {
    view.setUint32(at, dots, true)
    view.setUint32(at + 4, 1, true)
  }
  expect(tiffPages(bytes)[0]?.height).toBeCloseTo((8 * 72) / 98)
})

test.each<[string, Field[]]>([
  [
    'more dots than memory',
    [
      [256, 4, 1, 60_000],
      [257, 4, 1, 60_000],
    ],
  ],
  ['a picture beyond the file', [[273, 4, 1, 160]]],
  ['a code that is not read', [[259, 3, 1, 6]]],
  ['more bits than any picture', [[277, 3, 1, 5000]]],
  [
    'tiles larger than memory',
    [
      [322, 4, 1, 60_000],
      [323, 4, 1, 60_000],
      [324, 4, 1, 8],
      [325, 4, 1, 16],
    ],
  ],
  ['no picture', [[273, 4, 0, 0]]],
])('a page with %s is left alone, and the others shown', (_what, changes) => {
  const pages = tiffPages(tiffOf([page(changes), page()]))
  expect(pages.map(({ fields }) => fields !== null)).toEqual([false, true])
})

test.each<[string, Uint8Array<ArrayBuffer>]>([
  ['pages that go round', tiffOf([page()], { next: 32 })],
  ['a page beyond the file', tiffOf([page()], { next: 9999 })],
  ['a field of four thousand million values', tiffOf([page([[258, 3, 4_000_000_000, 8]])])],
  ['another kind of file', new Uint8Array(64).fill(65)],
  ['nothing', new Uint8Array()],
])('%s is no TIFF', (_what, bytes) => expect(() => tiffPages(bytes)).toThrow())

test('a JPEG that is larger than the page around it says is left alone', () => {
  const bytes = tiffOf([page([[259, 3, 1, 7]])])
  bytes.set([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0xff, 0xff, 0xff, 0xff, 1, 1, 0x11, 0, 0], 8)
  expect(tiffPages(bytes)[0]?.fields).toBeNull()
})
