import { checkDataDir } from '../lib/check-data-dir.ts'
import { readChromiumVersion } from '../lib/printing/chromium.ts'
import { listBundledFonts } from '../lib/printing/font-settings.ts'
import {
  type CheckDeps,
  fail,
  notChecked,
  type Outcome,
  pass,
  warn,
} from './check-outcome.ts'
import {
  formatGigabytes,
  lowSpaceBytes,
  readDiskSpace,
} from './read-disk-space.ts'

const advice =
  'Free space in DATA_DIR, or move it to a larger volume: uploads and reporting need it'

/** DATA_DIR can be written and has space for uploads. */
export async function checkDisk({
  settings: { dataDir },
}: CheckDeps): Promise<Outcome> {
  await checkDataDir(dataDir)
  const { freeBytes } = await readDiskSpace(dataDir)
  const finding = `${formatGigabytes(freeBytes)} free in DATA_DIR`
  if (freeBytes < 0.5e9) return fail(finding, advice)
  return freeBytes < lowSpaceBytes ? warn(finding, advice) : pass(finding)
}

/** The fonts that reports are printed with are installed. */
export async function checkFonts(): Promise<Outcome> {
  if (process.platform !== 'linux')
    return notChecked('Reports use the fonts of this system')
  const fonts = await listBundledFonts()
  return fonts.length > 0
    ? pass(`${fonts.length} bundled fonts are installed`)
    : fail('The bundled fonts are missing', 'Run npm ci')
}

/** The browser that prints reports starts. */
export async function checkChromium({
  settings: { chromiumPath },
}: CheckDeps): Promise<Outcome> {
  return pass(`${await readChromiumVersion(chromiumPath)} starts`)
}
