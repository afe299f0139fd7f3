import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('../../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const styles = import.meta.glob(
  '../../../node_modules/@mantine/core/styles/*.css',
)

test('the styles of every Mantine component in use are loaded', () => {
  const code = Object.values(sources).join('\n')
  const imports = code.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)
  const used = [...imports].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  )
  const paths = code.matchAll(/^import '(@mantine\/core\/styles\/\w+\.css)'/gm)
  const loaded = [...paths].map(([, path = '']) => path)
  const available = Object.keys(styles)
  const needed = used
    .map((name) => `@mantine/core/styles/${name}.css`)
    .filter((path) => available.some((file) => file.endsWith(path)))
  expect(needed).toContain('@mantine/core/styles/Button.css')
  expect(needed.filter((path) => !loaded.includes(path))).toEqual([])
})
