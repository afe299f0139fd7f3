// npm test: the setup of npm start, then every check and test. Arguments name
// the parts to run.
import { parts } from './parts.mjs'
import { prepare, seconds } from './prepare.mjs'

const began = performance.now()
// The runners' output is captured and printed as plain text.
process.env.NO_COLOR = '1'
delete process.env.FORCE_COLOR
const requested = process.argv.slice(2)
const unknown = requested.filter(
  (key) => !parts.some((part) => part.key === key),
)
const chosen =
  requested.length === 0
    ? parts
    : parts.filter((part) => requested.includes(part.key))
const total = { passed: 0, failed: 0 }
const failedTitles = []
/** How many of its slowest tests are listed for each part. */
const slowTestCount = 5

/**
 * Prints the result of a part with its slowest tests, and its output if it
 * failed.
 */
function report(
  part,
  since,
  { passed, failed, skipped, output, tests = [], isCheck = false },
) {
  const counts = isCheck ? '' : ` · ${passed} passed, ${failed} failed`
  const left = skipped > 0 ? `, ${skipped} skipped` : ''
  console.log(
    `${failed === 0 ? '✓' : '✗'} ${part.name} · ${seconds(since)}${counts}${left}`,
  )
  const slowest = tests
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, slowTestCount)
  for (const { title, seconds: took } of slowest)
    console.log(`    ${took.toFixed(1)} s · ${title}`)
  if (failed > 0 && output) console.log(output)
  if (failed > 0)
    failedTitles.push(
      part.name,
      ...tests.filter(({ hasFailed }) => hasFailed).map(({ title }) => title),
    )
  total.passed += passed
  total.failed += failed
}

async function runPart(part) {
  const since = performance.now()
  try {
    report(part, since, await part.run())
  } catch (error) {
    report(part, since, {
      passed: 0,
      failed: 1,
      skipped: 0,
      output: error.message,
    })
  }
}

/**
 * Runs two parts at a time: one often waits for its database or browser while
 * the other works.
 */
async function runAll() {
  const waiting = [...chosen]
  const next = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift())
      await runPart(part)
  }
  await Promise.all([next(), next()])
}

if (unknown.length > 0) {
  console.log(
    `There is no part ${unknown.join(', ')}; there are ${parts.map(({ key }) => key).join(', ')}`,
  )
  total.failed = 1
} else {
  try {
    const needsWeb = chosen.some(({ key }) =>
      ['types', 'weights', 'web', 'server', 'e2e', 'quiet'].includes(key),
    )
    await prepare({ withWeb: needsWeb })
    console.log(`Setup · ${seconds(began)}`)
    await runAll()
  } catch (error) {
    console.log(error.message)
    total.failed += 1
  }
}
if (failedTitles.length > 0)
  console.log(`Failed:\n  ${failedTitles.join('\n  ')}`)
console.log(`Total · ${seconds(began)}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
