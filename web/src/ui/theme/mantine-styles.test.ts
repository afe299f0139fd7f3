import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const sources = new URL('../../', import.meta.url)
const styles = new URL(
  '../../../node_modules/@mantine/core/styles/',
  import.meta.url,
)

test('the styles of every Mantine component in use are loaded', async () => {
  const files = (await readdir(sources, { recursive: true })).filter((file) =>
    /\.tsx?$/.test(file),
  )
  const code = await Promise.all(
    files.map((file) => readFile(new URL(file, sources), 'utf8')),
  )
  const used = code.flatMap((text) =>
    [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(
      ([, names = '']) => names.split(',').map((name) => name.trim()),
    ),
  )
  const loaded = code.flatMap((text) =>
    [...text.matchAll(/^import '@mantine\/core\/styles\/(\w+)\.css'/gm)].map(
      ([, name]) => name,
    ),
  )
  const withStyles = (await readdir(styles)).map((file) =>
    file.replace('.css', ''),
  )
  const missing = new Set(used.filter((name) => withStyles.includes(name)))
  for (const name of loaded) missing.delete(name ?? '')
  expect([...missing]).toEqual([])
})
