// What a first visit to each screen loads, gzipped: the entry, what it imports, and the chunks of the screen's route.
// `node web/scripts/weights.mjs [--json]` after `vite build`; fails when a screen is above its limit.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** kB of JavaScript, gzipped, on a first visit. */
const limits = { 'sign-in': 120, '/slv': 270, '/reporting/single-loan-variance': 350 }
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

/** A module that shares its file with others is listed under the name of that file (chunk-groups.ts). */
const chunkOf = (name, key) =>
  manifest[key] ? key : Object.keys(manifest).find((each) => manifest[each].name === name)

/** In addition to the entry, every screen but the sign-in page loads the portal. */
const gate = [chunkOf('gate', 'src/features/auth/gate.tsx')]
const inPortal = (path) => {
  const chunks = routeChunks(`_portal/${path}`)
  if (chunks.length === 0) throw new Error(`There is no screen web/src/routes/_portal/${path}.tsx`)
  return [chunkOf('portal', 'src/portal.tsx'), ...routeChunks('_portal'), ...chunks]
}

const screens = {
  'sign-in': gate,
  '/slv': inPortal('slv/index'),
  '/slv/department': inPortal('slv/department/index'),
  '/slv/review-request/$proxyLoanId': inPortal('slv/review-request/$proxyLoanId'),
  '/slv/manage-request/$proxyLoanId': inPortal('slv/manage-request/$proxyLoanId'),
  '/condition-manager': inPortal('condition-manager/{-$tdocId}'),
  '/e-folder': inPortal('e-folder'),
  '/reporting/single-loan-variance': inPortal('reporting/single-loan-variance'),
  '/settings/account': inPortal('settings/account'),
  '/settings/permissions': inPortal('settings/permissions'),
  '/settings/sla-management': inPortal('settings/sla-management'),
  '/settings/transmittals': inPortal('settings/transmittals'),
}

const rows = Object.entries(screens).map(([screen, chunks]) => {
  const keys = [...closure([...entry, ...chunks])]
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

for (const { screen, javascript } of rows) {
  if (javascript <= (limits[screen] ?? Number.POSITIVE_INFINITY)) continue
  console.error(`The first visit to ${screen} loads ${javascript} kB of JavaScript; the limit is ${limits[screen]}.`)
  process.exitCode = 1
}
