// npm start: whatever is missing is installed and built, then the portal runs on the pinned Node.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { node, prepare, root } from './prepare.mjs'

// Before all else: whoever ends npm meanwhile leaves us to another parent.
const parent = process.ppid

try {
  await prepare()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

const portal = spawn(node, [join(root, 'server', 'src', 'main.ts')], { cwd: root, stdio: 'inherit' })
const end = (signal) => portal.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => end(signal))
portal.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

// npm hands a signal to the shell that it put before us, and that shell dies of it without a word.
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end('SIGTERM')
  }, 250)
}
