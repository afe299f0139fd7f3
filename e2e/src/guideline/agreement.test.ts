import { fileURLToPath } from 'node:url'
import type { GuideAnswer } from '@portal/contract/guideline/api'
import { build } from 'vite'
import { judgeLoans } from '../lib/judge-loans.ts'
import { expect, get, test } from '../lib/story.ts'

test('the browser and the server judge 100,000 random loans alike', async ({ seller }) => {
  const guide: GuideAnswer = await get(seller, '/api/v1/guidelines/in-force')
  const built = await build({
    ...{ configFile: false, logLevel: 'silent' },
    build: {
      write: false,
      lib: {
        ...{ entry: fileURLToPath(new URL('../lib/judge-loans.ts', import.meta.url)), formats: ['iife'] },
        name: 'judging',
      },
    },
  })
  const [bundle] = [built].flat()
  if (!bundle || !('output' in bundle)) throw new Error('Nothing was built')
  // The portal's own pages allow no foreign scripts.
  await seller.page.goto('about:blank')
  await seller.page.addScriptTag({ content: bundle.output[0].code })
  const inBrowser = await seller.page.evaluate(
    ([given, count]) =>
      (globalThis as unknown as { judging: typeof import('../lib/judge-loans.ts') }).judging.judgeLoans(given, count),
    [guide, 100_000] as const,
  )
  const inServer = judgeLoans(guide, 100_000)
  expect(inBrowser).toEqual(inServer)
  expect(inServer.eligible).toBeGreaterThan(1000)
})
