import { gzipSync } from 'node:zlib'
import { chromium, type Response } from 'playwright-core'
import { findChromium } from '../../server/src/lib/chromium.ts'
import type { Stage } from './lib/stage.ts'

/** Bytes of a first visit to the SLV list, by kind, gzipped; and how many files they came in. */
export type Weights = { javascript: number; css: number; font: number; answers: number; files: number }

const kindOf = (response: Response): keyof Weights | undefined => {
  if (response.url().includes('/api/')) return 'answers'
  const type = response.headers()['content-type'] ?? ''
  if (type.includes('javascript')) return 'javascript'
  if (type.includes('css')) return 'css'
  return type.includes('font') ? 'font' : undefined
}

/** Opens the SLV list in a fresh Chromium, signed in, and weighs what it loaded until it came to rest. */
export async function measureWeights(stage: Stage): Promise<Weights> {
  const browser = await chromium.launch(await findChromium(process.env.CHROMIUM_PATH))
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const cookie = await stage.signIn('underwriter.1@buyer.example')
    await context.addCookies([{ name: 'session', value: cookie, domain: '127.0.0.1', path: '/' }])
    const tab = await context.newPage()
    const responses: Response[] = []
    tab.on('response', (response) => responses.push(response))
    await tab.goto(`http://127.0.0.1:${stage.port}/slv`, { waitUntil: 'networkidle' })
    await tab.getByRole('table').first().waitFor()

    const weights: Weights = { javascript: 0, css: 0, font: 0, answers: 0, files: 0 }
    for (const response of responses) {
      const kind = kindOf(response)
      if (!kind || response.status() !== 200) continue
      const body = await response.body()
      // A font is compressed in itself.
      weights[kind] += kind === 'font' ? body.length : gzipSync(body).length
      weights.files += 1
    }
    return weights
  } finally {
    await browser.close()
  }
}
