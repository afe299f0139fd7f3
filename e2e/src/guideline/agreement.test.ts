import { fileURLToPath } from 'node:url'
import type { GuideAnswer } from '@portal/contract/guideline/api'
import { build } from 'vite'
import { get } from '../lib/calls.ts'
import { evaluateTwice } from '../lib/evaluate-loans.ts'
import { expect, test } from '../lib/story.ts'

type Evaluating = typeof import('../lib/evaluate-loans.ts')

test('the browser and the server evaluate 100,000 random loans alike', async ({
  seller,
}) => {
  const guide: GuideAnswer = await get(seller, '/api/v1/guidelines/in-force')
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(
          new URL('../lib/evaluate-loans.ts', import.meta.url),
        ),
        formats: ['iife'],
        name: 'evaluating',
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
      (
        globalThis as unknown as { evaluating: Evaluating }
      ).evaluating.evaluateTwice(given, count),
    [guide, 100_000] as const,
  )
  const inServer = evaluateTwice(guide, 100_000)

  expect(inBrowser).toEqual(inServer)
  expect(inServer.byGuide.eligible).toBeGreaterThan(1000)
  // Verdicts, distances and nearest fits by random rules are those of exact
  // fractions (contract/test/plain-verdicts.ts).
  expect(inServer.byRandomRules.problems).toEqual([])
})
