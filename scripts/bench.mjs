// npm run bench: the setup of npm start, then the benchmarks on the pinned Node. Arguments go to bench/src/main.ts.
import { join } from 'node:path'
import { node, prepare, root, run } from './prepare.mjs'

try {
  await prepare()
  await run(node, [join(root, 'bench', 'src', 'main.ts'), ...process.argv.slice(2)], { isLoud: true })
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
