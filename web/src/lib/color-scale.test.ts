import { expect, test } from 'vitest'
import { linearOf, shadesOf } from './color-scale.ts'

/** WCAG contrast of two colors '#rrggbb', 1 to 21. */
const contrast = (one: string, other: string) => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

const luminance = (hex: string) => {
  const [r, g, b] = linearOf(hex) ?? [0, 0, 0]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const white = '#ffffff'
const darkBody = '#1b1e23'
const brands = [
  '#2b5fb0',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffff00',
  '#00ffff',
  '#ff00ff',
  '#f2c200',
  '#000000',
  '#ffffff',
  '#7a7a7a',
]

test.each(brands)('%s gives shades that can be read in both schemes', (brand) => {
  const shades = shadesOf(brand)
  expect(contrast(shades?.[6] ?? white, white)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(shades?.[6] ?? white, '#f4f6f8')).toBeGreaterThanOrEqual(4.5)
  expect(contrast(shades?.[4] ?? darkBody, darkBody)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(shades?.[9] ?? white, shades?.[1] ?? white)).toBeGreaterThanOrEqual(7)
})

test("the hue stays the brand's", () => {
  expect(shadesOf('#2b5fb0')?.[6]).toMatch(/^#(1|2|3)[\da-f]/)
})

test.each(['blue', '#12', '', 'url(x)'])('%j is not a color', (text) => expect(shadesOf(text)).toBeNull())

test("contrast is WCAG's", () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 1)
})
