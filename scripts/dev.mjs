// npm run dev: restarts the server when its files change; Vite serves the web
// and updates it in place.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { node, prepare, root } from './prepare.mjs'

await prepare()
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
// People open Vite's address, so LoanDock returns them there, and requests have
// its origin.
const env = {
  PUBLIC_URL: `http://localhost:${process.env.WEB_PORT ?? 5173}`,
  ...process.env,
}
const parts = [
  spawn(
    node,
    [
      '--watch',
      '--watch-preserve-output',
      join(root, 'server', 'src', 'main.ts'),
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env,
    },
  ),
  spawn(node, [vite], { cwd: join(root, 'web'), stdio: 'inherit' }),
]
const end = (code) => {
  for (const part of parts) part.kill('SIGTERM')
  process.exitCode = code
}
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => end(0))
for (const part of parts) part.on('exit', (code) => end(code ?? 1))
