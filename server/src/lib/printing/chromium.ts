import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  lstat,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { writeFontSettings } from './font-settings.ts'

export type Chromium = {
  executablePath: string
  args: string[]
  env: Record<string, string>
}

const run = promisify(execFile)

/** Few flags: the package's defaults turn off far more than printing needs. */
const args = [
  // Its sandbox does not start as root or in a container without user
  // namespaces. It opens only our own pages (lib/printing/printer.ts).
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--headless=new',
]

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The variables a browser needs; the others may be secrets. */
const isForBrowsers = (name: string) =>
  /^(PATH|HOME|USER|LOGNAME|TMPDIR|TEMP|TMP|LANG|LANGUAGE|LC_[A-Z]+|TZ|LD_LIBRARY_PATH|FONTCONFIG_[A-Z]+|XDG_[A-Z_]+)$/.test(
    name,
  )

const environment = (
  more: Record<string, string> = {},
): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && isForBrowsers(name) ? [[name, value]] : [],
    ),
  ),
  ...more,
})

/**
 * CHROMIUM_PATH; else on Linux npm's Chromium; else the system's. Throws if
 * there is none.
 */
export async function findChromium(given?: string): Promise<Chromium> {
  const fonts = await writeFontSettings()
  if (given) return { executablePath: given, args, env: environment(fonts) }
  const packed =
    process.platform === 'linux' && process.arch === 'x64'
      ? await unpacked(fonts)
      : null
  if (packed) return packed
  const executablePath = systemBrowsers.find((path) => existsSync(path))
  if (!executablePath)
    throw new Error('Chromium was not found: install it, or set CHROMIUM_PATH')
  return { executablePath, args, env: environment(fonts) }
}

/** The browser's name and version, such as 'Chromium 153.0.7000.1'. */
export async function readChromiumVersion(given?: string): Promise<string> {
  const { executablePath, env } = await findChromium(given)
  const { stdout } = await run(executablePath, ['--version', '--no-sandbox'], {
    env,
    timeout: 15_000,
  })
  return stdout.trim()
}

/** Null if npm's Chromium does not run on this system. */
async function unpacked(
  fonts: Record<string, string>,
): Promise<Chromium | null> {
  const folder = await unpack()
  const executablePath = join(folder, 'chromium')
  const libraries = join(folder, 'al2023', 'lib')
  const path = process.env.LD_LIBRARY_PATH
    ? `${libraries}:${process.env.LD_LIBRARY_PATH}`
    : libraries
  // The system's own libraries first: npm's are for another Linux.
  for (const more of [fonts, { ...fonts, LD_LIBRARY_PATH: path }]) {
    const env = environment(more)
    const runs = await run(executablePath, ['--version', '--no-sandbox'], {
      env,
    }).then(
      () => true,
      () => false,
    )
    if (runs) return { executablePath, args, env }
  }
  return null
}

/**
 * Unpacks @sparticuz/chromium once per version. The package would use a fixed
 * path and accept a half-written file, so it unpacks in its own process into a
 * temp folder, which is renamed.
 */
async function unpack(): Promise<string> {
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const { version } = JSON.parse(
    await readFile(join(dirname(main), '..', 'package.json'), 'utf8'),
  )
  const target = join(tmpdir(), `portal-chromium-${version}-${userInfo().uid}`)
  if (await isWhole(target)) return target

  const fresh = await mkdtemp(`${target}.`)
  const script = `import chromium from ${JSON.stringify(main)}; await chromium.executablePath()`
  // The name of the runtime makes the package unpack the libraries too.
  const env = environment({
    TMPDIR: fresh,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  })
  await run(process.execPath, ['--input-type=module', '--eval', script], {
    env,
  })
  const { size } = await stat(join(fresh, 'chromium'))
  await writeFile(join(fresh, 'whole.json'), JSON.stringify({ size }))

  const broken = `${fresh}.broken`
  if (existsSync(target) && !(await isWhole(target)))
    await rename(target, broken).catch(() => undefined)
  await rename(fresh, target).catch(() => undefined)
  await Promise.all(
    [fresh, broken].map((path) => rm(path, { recursive: true, force: true })),
  )
  if (!(await isWhole(target)))
    throw new Error(`${target} is an incomplete Chromium: remove it`)
  return target
}

/** Ours, and complete. */
async function isWhole(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null)
  if (!found?.isDirectory() || found.uid !== userInfo().uid) return false
  try {
    const { size } = JSON.parse(
      await readFile(join(folder, 'whole.json'), 'utf8'),
    )
    await Promise.all(
      ['al2023/lib', 'libGLESv2.so'].map((name) => stat(join(folder, name))),
    )
    return (await stat(join(folder, 'chromium'))).size === size
  } catch {
    return false
  }
}
