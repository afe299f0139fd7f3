import { expect, test } from 'vitest'
import { computeShades, toLinear } from './color-scale.ts'

const luminance = (hex: string) => {
  const [r, g, b] = toLinear(hex) ?? [0, 0, 0]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG contrast of two colors '#rrggbb', 1 to 21. */
const contrast = (...colors: [string, string]) => {
  const [dark = 0, light = 0] = colors.map(luminance).sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const white = '#ffffff'
const darkBody = '#1b1e23'
const brands =
  '#2b5fb0 #ff0000 #00ff00 #0000ff #ffff00 #00ffff #ff00ff #f2c200 #000000 #ffffff #7a7a7a'.split(
    ' ',
  )

test.each(brands)(
  '%s gives shades that can be read in both schemes',
  (brand) => {
    const shades = computeShades(brand) ?? []
    const between = (shade: number, other: string) =>
      contrast(shades[shade] ?? other, other)
    for (const background of [white, '#f4f6f8'])
      expect(between(6, background)).toBeGreaterThanOrEqual(4.5)
    expect(between(4, darkBody)).toBeGreaterThanOrEqual(4.5)
    expect(between(9, shades[1] ?? white)).toBeGreaterThanOrEqual(7)
  },
)

test("the hue stays the brand's", () => {
  expect(computeShades('#2b5fb0')?.[6]).toMatch(/^#(1|2|3)[\da-f]/)
})

test.each(['blue', '#12', '', 'url(x)'])('%j is not a color', (text) =>
  expect(computeShades(text)).toBeNull(),
)
