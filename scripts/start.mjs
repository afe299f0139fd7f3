// npm start: installs and builds whatever is missing, then runs the portal on
// the pinned Node.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { node, prepare, root } from './prepare.mjs'

// Read first: if npm is killed meanwhile, this process gets another parent.
const parent = process.ppid

try {
  await prepare()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

const portal = spawn(node, [join(root, 'server', 'src', 'main.ts')], {
  cwd: root,
  stdio: 'inherit',
})
const end = (signal) => portal.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, () => end(signal))
portal.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

// npm sends signals only to the shell it started us with, which exits without
// passing them on.
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end('SIGTERM')
  }, 250)
}
