// npm test: the set-up of npm start, then every check and every test. Names of parts as arguments run those alone.
import { parts } from './parts.mjs'
import { prepare, seconds } from './prepare.mjs'

const began = performance.now()
// What the runners print is held back and shown as text.
process.env.NO_COLOR = '1'
delete process.env.FORCE_COLOR
const asked = process.argv.slice(2)
const unknown = asked.filter((key) => !parts.some((part) => part.key === key))
const chosen = asked.length === 0 ? parts : parts.filter((part) => asked.includes(part.key))
const total = { passed: 0, failed: 0 }

/** Says what a part came to; what it printed only when it failed. */
function tell(part, since, { passed, failed, skipped, output }) {
  const counts = passed + failed + skipped === 0 ? '' : ` · ${passed} passed, ${failed} failed`
  const left = skipped > 0 ? `, ${skipped} skipped` : ''
  console.log(`${failed === 0 ? '✓' : '✗'} ${part.name} · ${seconds(since)}${counts}${left}`)
  if (failed > 0 && output) console.log(output)
  total.passed += passed
  total.failed += failed
}

async function runPart(part) {
  const since = performance.now()
  try {
    tell(part, since, await part.run())
  } catch (error) {
    tell(part, since, { passed: 0, failed: 1, skipped: 0, output: error.message })
  }
}

/** Two at once: one waits for its database, its browser or its compiler while the other works. */
async function runAll() {
  const waiting = [...chosen]
  const next = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) await runPart(part)
  }
  await Promise.all([next(), next()])
}

if (unknown.length > 0) {
  console.log(`There is no part ${unknown.join(', ')}; there are ${parts.map(({ key }) => key).join(', ')}`)
  total.failed = 1
} else {
  try {
    const needsWeb = chosen.some(({ key }) => ['types', 'weights', 'web', 'server', 'e2e'].includes(key))
    await prepare({ withWeb: needsWeb })
    console.log(`Set up · ${seconds(began)}`)
    await runAll()
  } catch (error) {
    console.log(error.message)
    total.failed += 1
  }
}
console.log(`All of it in ${seconds(began)}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
