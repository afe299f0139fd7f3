import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'

/** The root folder of the repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The pinned Node that npm installed. */
export const node = join(
  root,
  'node_modules',
  '.bin',
  process.platform === 'win32' ? 'node.cmd' : 'node',
)

const cache = join(root, '.cache')
const dist = join(root, 'web', 'dist')
const built = join(dist, '.built-from')

export const seconds = (since) =>
  `${((performance.now() - since) / 1000).toFixed(1)} s`

/** The commands that are running. */
const running = new Set()

/**
 * During setup, the first Ctrl+C ends its commands and this process, and says
 * so. Returns a function that undoes this.
 */
function endOnSignals() {
  const end = (signal) => {
    for (const child of running) child.kill(signal)
    console.error('Stopped during setup: the next start continues it')
    process.exit(130)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, end)
  return () => {
    for (const signal of signals) process.off(signal, end)
  }
}

/**
 * Runs a command in the root folder. Rejects with its output when it fails;
 * `isLoud` shows the output as it comes.
 */
export function run(
  command,
  args,
  { cwd = root, env = process.env, isLoud = false } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: isLoud ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    child.on('close', () => running.delete(child))
    const output = []
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      const text = Buffer.concat(output).toString()
      if (code === 0) resolve(text)
      else
        reject(
          new Error(
            `${command} ${args.join(' ')} ended with ${signal ?? code}\n${text}`,
          ),
        )
    })
  })
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new Error(
    `Node ${process.versions.node} is too old: 20.19 or newer is needed to start (24 is then installed by npm)`,
  )
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/**
 * Whether the installed packages match the lockfile. Packages for other
 * platforms may be missing.
 */
function isInstalled() {
  const list = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(list) || !existsSync(node)) return false
  const installed = readJson(list).packages
  const locked = readJson(join(root, 'package-lock.json')).packages
  return Object.entries(locked).every(
    ([path, { version, optional, peer, link }]) => {
      if (!path.includes('node_modules/') || link) return true
      const found = installed[path]
      return found ? found.version === version : Boolean(optional || peer)
    },
  )
}

/**
 * The command that runs npm: under npm itself, with the Node that it uses, but
 * never with ours, because npm deletes node_modules while it works.
 */
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: npmNode } = process.env
  if (!npm || !npmNode) return ['npm']
  const isOurs = npmNode.startsWith(join(root, 'node_modules'))
  return isOurs ? ['npm'] : [npmNode, npm]
}

function npmInstall() {
  const ours = join(root, 'node_modules', '.bin')
  const folders = (process.env.PATH ?? '').split(delimiter)
  const others = folders.filter((folder) => folder !== ours)
  const [command, ...args] = npmCommand()
  return run(
    command,
    [...args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'],
    { env: { ...process.env, PATH: others.join(delimiter) } },
  )
}

async function install() {
  if (isInstalled()) return
  await withLock(join(cache, 'install.lock'), async () => {
    if (isInstalled()) return
    const since = performance.now()
    console.log('Installing from the lockfile …')
    await npmInstall()
    console.log(`Installed in ${seconds(since)}`)
  })
}

const filesBelow = (path) =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name))

/**
 * A hash of everything the web is built from: its sources, the contract's, and
 * the package versions.
 */
function webSources() {
  const hash = createHash('sha256')
  const paths = [
    'web/src',
    'web/public',
    'web/scripts',
    'web/index.html',
    'web/vite.config.ts',
    'web/package.json',
    'contract/src',
  ]
  const files = [...paths, 'package-lock.json', 'tsconfig.base.json']
    .map((path) => join(root, path))
    .filter((path) => existsSync(path))
    .flatMap(filesBelow)
    .filter((path) => !/\.test\.tsx?$/.test(path))
  for (const file of files.sort())
    hash
      .update(relative(root, file))
      .update('\0')
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

const isBuilt = (sources) =>
  existsSync(built) && readFileSync(built, 'utf8') === sources

/** Whether the web app was built from the current sources. */
export const isWebBuilt = () => isBuilt(webSources())

/**
 * Builds into another folder and renames it, so that a running portal never
 * serves half a build.
 */
async function buildWeb() {
  if (isBuilt(webSources())) return
  await withLock(join(cache, 'web.lock'), async () => {
    const sources = webSources()
    if (isBuilt(sources)) return
    const since = performance.now()
    const fresh = join(cache, `web-${process.pid}`)
    const old = `${fresh}-old`
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    try {
      await run(
        node,
        [
          vite,
          'build',
          '--outDir',
          fresh,
          '--emptyOutDir',
          '--logLevel',
          'warn',
        ],
        {
          cwd: join(root, 'web'),
          // Always for production: a development build is twice as large.
          env: { ...process.env, NODE_ENV: 'production' },
        },
      )
      // Hashed again, because the build writes the route tree.
      writeFileSync(join(fresh, '.built-from'), webSources())
      if (existsSync(dist)) renameSync(dist, old)
      renameSync(fresh, dist)
    } finally {
      for (const path of [fresh, old])
        rmSync(path, { recursive: true, force: true })
    }
    console.log(`Built the web in ${seconds(since)}`)
  })
}

/**
 * Prepares what every command needs: a supported Node, the packages of the
 * lockfile, and the built web if wanted.
 */
export async function prepare({ withWeb = true } = {}) {
  checkNode()
  mkdirSync(cache, { recursive: true })
  const restoreSignals = endOnSignals()
  await install()
  if (withWeb) await buildWeb()
  restoreSignals()
}
