// What a first visit to each screen loads, gzipped: the entry, what it imports, and the chunks of the screen's route.
// `node web/scripts/weights.mjs [--json]` after `vite build`; fails when the SLV list is above its limit.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** kB of JavaScript, gzipped, on a first visit to the list. */
const limit = 250
const dist = join(import.meta.dirname, '..', 'dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'))

/** A chunk and all that it imports at once; what it imports later (`dynamicImports`) is not loaded yet. */
const closure = (keys, seen = new Set()) => {
  for (const key of keys) {
    if (seen.has(key)) continue
    seen.add(key)
    closure(manifest[key].imports ?? [], seen)
  }
  return seen
}

const sizes = new Map()
const sizeOf = (file) => {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(dist, file))).length)
  return sizes.get(file)
}
const kilobytes = (bytes) => Math.round(bytes / 100) / 10

const entry = Object.keys(manifest).filter((key) => manifest[key].isEntry)
const routeChunks = (path) =>
  Object.keys(manifest).filter((key) => key.startsWith(`src/routes/${path}.tsx?tsr-split=component`))

const screens = {
  'sign-in': ['multi-factor-auth/index'],
  '/slv': ['_portal', '_portal/slv/index'],
  '/slv/department': ['_portal', '_portal/slv/department/index'],
  '/slv/review-request/$proxyLoanId': ['_portal', '_portal/slv/review-request/$proxyLoanId'],
  '/condition-manager': ['_portal', '_portal/condition-manager/{-$tdocId}'],
  '/slv/manage-request/$proxyLoanId': ['_portal', '_portal/slv/manage-request/$proxyLoanId'],
}

const rows = Object.entries(screens).map(([screen, routes]) => {
  const keys = [...closure([...entry, ...routes.flatMap(routeChunks)])]
  const styles = new Set(keys.flatMap((key) => manifest[key].css ?? []))
  const total = (files) => kilobytes([...files].reduce((sum, file) => sum + sizeOf(file), 0))
  return { screen, javascript: total(new Set(keys.map((key) => manifest[key].file))), css: total(styles) }
})
const fonts = readdirSync(join(dist, 'assets')).filter((file) => file.startsWith('inter-latin-wght'))

if (process.argv.includes('--json')) console.log(JSON.stringify(rows))
else {
  console.table(rows)
  console.log(
    `kB gzipped; beside it the font, ${fonts.map((file) => kilobytes(sizeOf(join('assets', file)))).join(', ')} kB`,
  )
}

const list = rows.find(({ screen }) => screen === '/slv')
if (!list || list.javascript > limit) {
  console.error(`The first visit to the SLV list loads ${list?.javascript} kB of JavaScript; the limit is ${limit}.`)
  process.exitCode = 1
}
