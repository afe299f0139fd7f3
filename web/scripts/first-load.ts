import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[]; assets?: string[]; isEntry?: boolean }
type Manifest = Record<string, Chunk>

const folder = 'src/routes/'
const split = '.tsx?tsr-split=component'

/** The address of a screen by the file of its route, as a regular expression: `slv/index`, `{-$tdocId}` (may be left out), `$id`. */
export const patternOf = (route: string) => {
  const steps = route.split('/').filter((step) => step !== '_portal' && step !== 'index')
  const path = steps.map((step) =>
    step.startsWith('{-$') ? '(?:/[^/]+)?' : step.startsWith('$') ? '/[^/]+' : `/${step.replaceAll('.', '\\.')}`,
  )
  return `^${path.join('')}/?$`
}

/** All chunks of a screen, dependencies first, without those that index.html names already. */
const filesOf = (manifest: Manifest, route: string) => {
  const steps = route.split('/')
  const frames = steps.map((_, index) => `${folder}${steps.slice(0, index + 1).join('/')}${split}`)
  const seen = new Set<string>()
  const walk = (keys: readonly string[], found: Chunk[]): Chunk[] => {
    for (const key of keys) {
      const chunk = manifest[key]
      if (!chunk || seen.has(key)) continue
      seen.add(key)
      walk(chunk.imports ?? [], found)
      found.push(chunk)
    }
    return found
  }
  walk(
    Object.keys(manifest).filter((key) => manifest[key]?.isEntry),
    [],
  )
  const portal = Object.keys(manifest).filter((key) => manifest[key]?.name === 'portal')
  return walk([...portal, ...frames], [])
}

/** The sign-in page needs nothing of the portal. */
const gate = { pattern: patternOf('multi-factor-auth/index'), scripts: [], styles: [], fonts: [] }

/**
 * Writes down which files each screen of the portal is drawn with, so that the server can name them in the page: a
 * browser finds them at once, and not one after the other (server/src/lib/http/pages.ts).
 */
export const firstLoad = (): Plugin => ({
  name: 'first-load',
  apply: 'build',
  async writeBundle({ dir }) {
    if (!dir) return
    const manifest: Manifest = JSON.parse(await readFile(join(dir, '.vite', 'manifest.json'), 'utf8'))
    const font = Object.values(manifest).find(
      ({ file }) => file.includes('inter-latin-wght-normal') && file.endsWith('.woff2'),
    )
    const screens = Object.keys(manifest)
      .filter((key) => key.startsWith(`${folder}_portal/`) && key.endsWith(split) && !key.includes('/$.tsx'))
      .map((key) => {
        const route = key.slice(folder.length, -split.length)
        const chunks = filesOf(manifest, route)
        return {
          pattern: patternOf(route),
          scripts: chunks.map(({ file }) => file),
          styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))],
          fonts: font ? [font.file] : [],
        }
      })
    await writeFile(join(dir, '.vite', 'first-load.json'), JSON.stringify([...screens, gate]))
  },
})
