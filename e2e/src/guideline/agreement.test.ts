import { fileURLToPath } from 'node:url'
import type { GuideAnswer } from '@portal/contract/guideline/api'
import { build } from 'vite'
import { get } from '../lib/calls.ts'
import { evaluateTwice } from '../lib/evaluate-loans.ts'
import { expect, test } from '../lib/story.ts'

/** A script that sets `evaluating` to what evaluate-loans.ts exports. */
async function buildForBrowser(): Promise<string> {
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
  return bundle.output[0].code
}

declare global {
  var evaluating: typeof import('../lib/evaluate-loans.ts')
}

const loanCount = 100_000

test('the browser and the server evaluate 100,000 random loans alike', async ({
  seller: { page, request },
}) => {
  const guide: GuideAnswer = await get(
    { request },
    '/api/v1/guidelines/in-force',
  )
  // The portal's own pages allow no foreign scripts.
  await page.goto('about:blank')
  await page.addScriptTag({ content: await buildForBrowser() })
  const inBrowser = await page.evaluate(
    (given) => globalThis.evaluating.evaluateTwice(given.guide, given.count),
    { guide, count: loanCount },
  )
  const inServer = evaluateTwice(guide, loanCount)

  expect(inBrowser).toEqual(inServer)
  expect(inServer.byGuide.eligible).toBeGreaterThan(1000)
  // Verdicts, distances and nearest fits by random rules are those of exact
  // fractions (contract/test/plain-verdicts.ts).
  expect(inServer.byRandomRules.problems).toEqual([])
})
