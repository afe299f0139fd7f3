// npm run screenshots: the setup of npm start, then the images in docs/screenshots, on the pinned Node.
import { join } from 'node:path'
import { node, prepare, root, run } from './prepare.mjs'

try {
  await prepare()
  await run(node, [join(root, 'e2e', 'screenshots.ts')], { isLoud: true })
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
