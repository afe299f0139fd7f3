import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

type Chunk = {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
  assets?: string[]
  isEntry?: boolean
}
type Manifest = Record<string, Chunk>

const folder = 'src/routes/'
const split = '.tsx?tsr-split=component'

/**
 * The address of a screen by the file of its route, as a regular expression:
 * `slv/index`, `{-$tdocId}` (may be left out), `$id`.
 */
const patternOf = (route: string) => {
  const steps = route
    .split('/')
    .filter((step) => step !== '_portal' && step !== 'index')
  const path = steps.map((step) => {
    if (step.startsWith('{-$')) return '(?:/[^/]+)?'
    if (step.startsWith('$')) return '/[^/]+'
    return `/${step.replaceAll('.', '\\.')}`
  })
  return `^${path.join('')}/?$`
}

/** These chunks and all that they import statically, dependencies first. */
const closure = (
  manifest: Manifest,
  keys: readonly string[],
  seen = new Set<string>(),
): Chunk[] =>
  keys.flatMap((key) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return []
    seen.add(key)
    return [...closure(manifest, chunk.imports ?? [], seen), chunk]
  })

const keysWhere = (
  manifest: Manifest,
  isWanted: (chunk: Chunk, key: string) => boolean,
) =>
  Object.entries(manifest).flatMap(([key, chunk]) =>
    isWanted(chunk, key) ? [key] : [],
  )

/**
 * The chunks of every page, and those that a screen or the sign-in page (null)
 * adds, including modules that it loads on demand.
 */
export const listChunks = (
  manifest: Manifest,
  route: string | null,
  onDemand: readonly string[] = [],
) => {
  const seen = new Set<string>()
  const entry = closure(
    manifest,
    keysWhere(manifest, ({ isEntry }) => isEntry === true),
    seen,
  )
  const steps = route?.split('/') ?? []
  const frames = steps.map(
    (_, index) => `${folder}${steps.slice(0, index + 1).join('/')}${split}`,
  )
  const own = frames.at(-1)
  if (own && !manifest[own]) throw new Error(`The build has no screen ${route}`)
  const shell = keysWhere(
    manifest,
    ({ name }) => name === (route === null ? 'gate' : 'portal'),
  )
  const missing = onDemand.filter((module) => !manifest[module])
  if (missing.length > 0) throw new Error(`The build has no ${missing.join()}`)
  return {
    entry,
    added: closure(manifest, [...shell, ...frames, ...onDemand], seen),
  }
}

/** The sign-in page needs nothing of the portal. */
const gate = {
  pattern: patternOf('multi-factor-auth/index'),
  scripts: [],
  styles: [],
  fonts: [],
}

/**
 * Writes a list of the files of each screen, so that the server can name them
 * in the page: a browser then loads them in parallel instead of discovering
 * them one by one (server/src/lib/http/pages.ts).
 */
export const firstLoad = (): Plugin => ({
  name: 'first-load',
  apply: 'build',
  async writeBundle({ dir }) {
    if (!dir) return
    const manifest: Manifest = JSON.parse(
      await readFile(join(dir, '.vite', 'manifest.json'), 'utf8'),
    )
    const font = Object.values(manifest).find(
      ({ file }) =>
        file.includes('inter-latin-wght-normal') && file.endsWith('.woff2'),
    )
    const screens = Object.keys(manifest)
      .filter(
        (key) =>
          key.startsWith(`${folder}_portal/`) &&
          key.endsWith(split) &&
          !key.includes('/$.tsx'),
      )
      .map((key) => {
        const route = key.slice(folder.length, -split.length)
        const chunks = listChunks(manifest, route).added
        return {
          pattern: patternOf(route),
          scripts: chunks.map(({ file }) => file),
          styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))],
          fonts: font ? [font.file] : [],
        }
      })
    await writeFile(
      join(dir, '.vite', 'first-load.json'),
      JSON.stringify([...screens, gate]),
    )
  },
})
