/** Ten shades, light to dark, the way Mantine counts them. */
export type Shades = [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]

/**
 * The lightness (OKLab) of each shade. It is the same for every brand, so
 * contrast is too: shade 6 carries white text at 4.5:1 or more, shade 4 stands
 * out on the dark body as much.
 */
const lightness = [
  0.975, 0.94, 0.88, 0.81, 0.73, 0.63, 0.53, 0.47, 0.41, 0.34,
] as const
/**
 * Strength of color along the scale, as a share of the brand's own: pale ends,
 * full middle.
 */
const strength = [0.12, 0.25, 0.45, 0.7, 0.9, 1, 1, 0.95, 0.85, 0.7] as const

/**
 * Shades of one hue made from a brand color '#rrggbb'; null for any other text.
 */
export const computeShades = (hex: string): Shades | null => {
  const lab = toLab(hex)
  if (!lab) return null
  const chroma = Math.min(Math.hypot(lab.a, lab.b), 0.19)
  const hue = Math.atan2(lab.b, lab.a)
  const shade = (index: number) =>
    toHex(lightness[index] ?? 0, chroma * (strength[index] ?? 1), hue)
  return [
    shade(0),
    shade(1),
    shade(2),
    shade(3),
    shade(4),
    shade(5),
    shade(6),
    shade(7),
    shade(8),
    shade(9),
  ]
}

/**
 * The linear red, green and blue (0 to 1) of '#rrggbb'; null for other text.
 */
export const toLinear = (hex: string): [number, number, number] | null => {
  const [, r, g, b] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(hex) ?? []
  if (!r || !g || !b) return null
  return [linear(r), linear(g), linear(b)]
}

const linear = (pair: string) => {
  const value = Number.parseInt(pair, 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

// Björn Ottosson's OKLab matrices.
const toLab = (hex: string) => {
  const rgb = toLinear(hex)
  if (!rgb) return null
  const [r, g, b] = rgb
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return {
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  }
}

/**
 * The nearest color that a screen can show: reduces chroma until it fits, and
 * keeps the lightness.
 */
const toHex = (light: number, chroma: number, hue: number): string => {
  for (let share = 1; share > 0; share -= 0.04) {
    const rgb = toRgb(
      light,
      chroma * share * Math.cos(hue),
      chroma * share * Math.sin(hue),
    )
    if (rgb.every((value) => value >= -0.0005 && value <= 1.0005))
      return `#${rgb.map(toHexPair).join('')}`
  }
  return `#${toRgb(light, 0, 0).map(toHexPair).join('')}`
}

const toRgb = (light: number, a: number, b: number) => {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const toHexPair = (value: number) => {
  const bounded = Math.min(1, Math.max(0, value))
  const encoded =
    bounded <= 0.0031308
      ? bounded * 12.92
      : 1.055 * bounded ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}
