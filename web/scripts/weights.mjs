// What a first visit to each screen loads, gzipped: the entry, what it imports,
// the chunks of the screen's route, and for an SLV also what is loaded on
// demand and visible immediately, without pdf.js, which draws the document
// after that. `node web/scripts/weights.mjs [--json]` after `vite build`; fails
// when a screen is above its limit.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { visible } from './chunk-groups.ts'
import { listChunks } from './first-load.ts'

/**
 * kB of JavaScript on a first visit, gzipped. The goals of the list (280) and
 * of an SLV (340) are missed (docs/performance.md).
 */
const limits = {
  'sign-in': 121,
  '/slv': 288,
  '/slv/review-request/$proxyLoanId': 370,
  '/slv/manage-request/$proxyLoanId': 370,
  '/reporting/single-loan-variance': 353,
}
/** Each screen's route file; null for the sign-in page. */
const screens = {
  'sign-in': null,
  '/slv': 'slv/index',
  '/slv/department': 'slv/department/index',
  '/slv/review-request/$proxyLoanId': 'slv/review-request/$proxyLoanId',
  '/slv/manage-request/$proxyLoanId': 'slv/manage-request/$proxyLoanId',
  '/condition-manager': 'condition-manager/{-$tdocId}',
  '/e-folder': 'e-folder',
  '/reporting/single-loan-variance': 'reporting/single-loan-variance',
  '/settings/account': 'settings/account',
  '/settings/permissions': 'settings/permissions',
  '/settings/sla-management': 'settings/sla-management',
  '/settings/transmittals': 'settings/transmittals',
  '/settings/setup': 'settings/setup',
  '/settings/system': 'settings/system',
}
const dist = join(import.meta.dirname, '..', 'dist')
const manifest = JSON.parse(
  readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'),
)

/** kB of some files, each counted once. */
const weigh = (files) => {
  const sizes = [...new Set(files)].map(
    (file) => gzipSync(readFileSync(join(dist, file))).length,
  )
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 100) / 10
}

const rows = Object.entries(screens).map(([screen, route]) => {
  const onDemand =
    screen === '/slv/manage-request/$proxyLoanId'
      ? visible.map((file) => `src/features/${file}`)
      : []
  const { entry, added } = listChunks(
    manifest,
    route && `_portal/${route}`,
    onDemand,
  )
  const chunks = [...entry, ...added]
  const files = chunks.map(({ file }) => file)
  return {
    screen,
    javascript: weigh(files),
    css: weigh(chunks.flatMap(({ css = [] }) => css)),
  }
})

if (process.argv.includes('--json')) console.log(JSON.stringify(rows))
else {
  const fonts = readdirSync(join(dist, 'assets')).filter((file) =>
    file.startsWith('inter-latin-wght'),
  )
  console.table(rows)
  console.log(
    `kB gzipped; beside it the font, ${weigh(fonts.map((file) => join('assets', file)))} kB`,
  )
}

for (const { screen, ...sizes } of rows) {
  const limit = limits[screen] ?? Number.POSITIVE_INFINITY
  if (sizes.javascript <= limit) continue
  console.error(
    `The first visit to ${screen} loads ${sizes.javascript} kB of JavaScript; the limit is ${limit}.`,
  )
  process.exitCode = 1
}
