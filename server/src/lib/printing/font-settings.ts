import { createHash } from 'node:crypto'
import {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * A font that is always installed: Chromium draws no text, or crashes, if it
 * finds none (pdfjs-dist has Liberation Sans).
 */
const bundledFonts = join(
  dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'standard_fonts',
)

/** The names of the bundled fonts' files. */
export async function listBundledFonts(): Promise<string[]> {
  const names = await readdir(bundledFonts)
  return names.filter((name) => /\.(?:ttf|otf|pfb)$/.test(name))
}

const escapeXml = (path: string) =>
  path.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Fontconfig's settings: the system's fonts, if any, and the bundled ones. */
const drawSettings = (
  systemSettings: string,
  cache: string,
) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">${escapeXml(systemSettings)}</include>
  <dir>${escapeXml(bundledFonts)}</dir>
  <cachedir>${escapeXml(cache)}</cachedir>
</fontconfig>
`

/** A folder that only this user can write to. */
async function createFolder(): Promise<string> {
  const folder = join(tmpdir(), `portal-fonts-${userInfo().uid}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await lstat(folder)
  const isOurs = found.isDirectory() && found.uid === userInfo().uid
  return isOurs ? folder : mkdtemp(`${folder}.`)
}

/**
 * Writes the settings of fontconfig, and returns the variables with which
 * Chromium uses them. The file's name follows from its content, because several
 * installations may share the folder.
 */
export async function writeFontSettings(): Promise<Record<string, string>> {
  if (process.platform !== 'linux') return {}
  const { FONTCONFIG_FILE, FONTCONFIG_PATH = '/etc/fonts' } = process.env
  const folder = await createFolder()
  const settings = drawSettings(
    FONTCONFIG_FILE ?? join(FONTCONFIG_PATH, 'fonts.conf'),
    join(folder, 'cache'),
  )
  const hash = createHash('sha256').update(settings).digest('hex').slice(0, 12)
  const file = join(folder, `fonts-${hash}.conf`)
  const fresh = `${file}.${process.pid}`
  await writeFile(fresh, settings)
  await rename(fresh, file)
  return { FONTCONFIG_FILE: file }
}
