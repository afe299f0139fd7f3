import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Response } from 'playwright-core'
import { openBrowser, type ScreenName } from './lib/browser.ts'
import type { Stage } from './lib/stage.ts'

/**
 * Bytes of a first visit, by kind, gzipped, until it came to rest, with what is fetched ahead for the next screen; and how
 * many files they came in. `needed` is the JavaScript without which the screen does not stand, in kB.
 */
export type Weights = { needed?: number; javascript: number; css: number; font: number; answers: number; files: number }

type Kind = Exclude<keyof Weights, 'needed' | 'files'>
const kindOf = (response: Response): Kind | undefined => {
  if (response.url().includes('/api/')) return 'answers'
  const type = response.headers()['content-type'] ?? ''
  if (type.includes('javascript')) return 'javascript'
  if (type.includes('css')) return 'css'
  return type.includes('font') ? 'font' : undefined
}

const weighed = ['sign-in', 'SLV list', 'reporting'] as const satisfies ScreenName[]
/** The same as the build's own scales call them. */
const scaleNames: Record<string, string> = {
  'sign-in': 'sign-in',
  'SLV list': '/slv',
  reporting: '/reporting/single-loan-variance',
}

/** What `npm run weights -w web` finds in the build; it ends with 1 when a screen is too heavy, and says so all the same. */
async function onTheScales(): Promise<{ screen: string; javascript: number }[]> {
  const script = fileURLToPath(new URL('../../web/scripts/weights.mjs', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--json']).catch(
    (error: { stdout?: string }) => ({ stdout: error.stdout ?? '[]' }),
  )
  return JSON.parse(stdout)
}

/** Opens each screen in a fresh Chromium and weighs what it loaded until it came to rest. */
export async function measureWeights(stage: Stage): Promise<Record<string, Weights>> {
  const scales = await onTheScales()
  const browser = await openBrowser(stage)
  const all: Record<string, Weights> = {}
  try {
    for (const screen of weighed)
      all[screen] = await browser.visit(screen, async (context, url) => {
        const tab = await context.newPage()
        const responses: Response[] = []
        tab.on('response', (response) => responses.push(response))
        await tab.goto(url, { waitUntil: 'networkidle' })
        const shown = screen === 'sign-in' ? tab.getByRole('button') : tab.getByRole('table')
        await shown.first().waitFor()
        const needed = scales.find((row) => row.screen === scaleNames[screen])?.javascript
        return { ...(await weigh(responses)), ...(needed !== undefined && { needed }) }
      })
  } finally {
    await browser.close()
  }
  return all
}

async function weigh(responses: Response[]): Promise<Weights> {
  const weights: Weights = { javascript: 0, css: 0, font: 0, answers: 0, files: 0 }
  for (const response of responses) {
    const kind = kindOf(response)
    if (!kind || response.status() !== 200) continue
    const body = await response.body().catch(() => undefined)
    if (!body) continue
    // A font is compressed in itself.
    weights[kind] += kind === 'font' ? body.length : gzipSync(body).length
    weights.files += 1
  }
  return weights
}
