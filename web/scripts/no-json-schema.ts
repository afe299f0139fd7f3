import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Replaces zod's JSON schema code, 6 kB gzipped of each first visit, by
 * functions that do nothing: only the server makes JSON schemas.
 */
export const noJsonSchema = (): Plugin => ({
  name: 'no-json-schema',
  apply: 'build',
  enforce: 'pre',
  load: (id) => {
    if (!/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id))
      return null
    const names = [
      ...readFileSync(id, 'utf8').matchAll(
        /^export (?:const|function|class) (\w+)/gm,
      ),
    ].map(([, each]) => each)
    if (names.length === 0)
      throw new Error(
        `${id} has no known exports: see scripts/no-json-schema.ts`,
      )
    return [
      'const none = () => none',
      ...names.map((each) => `export const ${each} = none`),
    ].join('\n')
  },
})
