// npm start: whatever is missing is installed and built, then the portal runs on the pinned Node.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { node, prepare, root } from './prepare.mjs'

try {
  await prepare()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

const portal = spawn(node, [join(root, 'server', 'src', 'main.ts')], { cwd: root, stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  process.on(signal, () => portal.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
}
portal.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
