// npm run attacks: the set-up of npm start, then hostile input against a portal of its own, on this machine alone.
import { join } from 'node:path'
import { node, prepare, root, run } from './prepare.mjs'

try {
  await prepare()
  await run(node, [join(root, 'bench', 'src', 'attacks', 'main.ts')], { isLoud: true })
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
