// In this order: browsers include each other's names.
const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const match = (list: typeof browsers, text: string) =>
  list.find(([mark]) => mark.test(text))?.[1]

export const describeDevice = (userAgent: string): string => {
  const browser = match(browsers, userAgent) ?? 'Another browser'
  const system = match(systems, userAgent)
  return system ? `${browser} on ${system}` : browser
}
