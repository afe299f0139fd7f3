// npm run bench, attacks and screenshots: the setup of npm start, then the
// named program with its arguments, on the pinned Node.
import { node, prepare, run } from './prepare.mjs'

try {
  await prepare()
  await run(node, process.argv.slice(2), { isLoud: true })
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
