import { existsSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The file that an import names; nothing for a package. */
const resolve = (from: string, name: string): string | undefined => {
  if (name.startsWith('@portal/contract/'))
    return `${name.replace('@portal/contract/', 'contract/src/')}.ts`
  return name.startsWith('.') && /\.tsx?$/.test(name)
    ? normalize(join(from, '..', name))
    : undefined
}

/** All files that the portal loads, by its imports. */
const loadedFiles = (): Set<string> => {
  const loaded = new Set<string>()
  const open = ['web/src/main.tsx', 'server/src/main.ts']
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (loaded.has(file) || !existsSync(join(root, file))) continue
    loaded.add(file)
    for (const [, name = ''] of read(file).matchAll(
      /(?:from |import\(|import )'([^']+)'/g,
    )) {
      const next = resolve(file, name)
      if (next) open.push(next)
    }
  }
  return loaded
}

/** The fixed parts of a text, between its '{placeholders}'. */
const partsOf = (text: string) =>
  text.split(/\{[^}]*\}/).filter((part) => part.trim() !== '')

test('every text that sections 5, 8 and 9 of the specification print is in code that the portal loads', () => {
  const loaded = [...loadedFiles()].map(read)
  expect(loaded.length).toBeGreaterThan(500)
  const isShown = (text: string) =>
    loaded.some((code) => partsOf(text).every((part) => code.includes(part)))
  const texts = read('server/test/proofs/spec-texts.txt').trim().split('\n')
  expect(texts.length).toBeGreaterThan(90)
  expect(texts.filter((text) => !isShown(text))).toEqual([])
})
