// npm run dev: the server starts anew at each change of its files; the web is served by Vite and updates in place.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { node, prepare, root } from './prepare.mjs'

await prepare()
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
// What people open is Vite's: LoanDock sends them back there, and what they send comes from there.
const env = { PUBLIC_URL: `http://localhost:${process.env.WEB_PORT ?? 5173}`, ...process.env }
const parts = [
  spawn(node, ['--watch', '--watch-preserve-output', join(root, 'server', 'src', 'main.ts')], {
    cwd: root,
    stdio: 'inherit',
    env,
  }),
  spawn(node, [vite], { cwd: join(root, 'web'), stdio: 'inherit' }),
]
const end = (code) => {
  for (const part of parts) part.kill('SIGTERM')
  process.exitCode = code
}
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => end(0))
for (const part of parts) part.on('exit', (code) => end(code ?? 1))
