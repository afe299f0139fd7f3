import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * zod hangs the making of JSON schemas on every schema, 6 kB gzipped of each first visit; only the server makes any. The
 * names stay, so that zod finds them, and do nothing.
 */
export const noJsonSchema = (): Plugin => ({
  name: 'no-json-schema',
  apply: 'build',
  enforce: 'pre',
  load: (id) => {
    if (!/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return null
    const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function|class) (\w+)/gm)].map(
      ([, each]) => each,
    )
    if (names.length === 0) throw new Error(`${id} exports nothing that we know of: look at scripts/no-json-schema.ts`)
    return ['const none = () => none', ...names.map((each) => `export const ${each} = none`)].join('\n')
  },
})
