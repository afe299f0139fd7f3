import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Small files gain nothing; index.html is generated for each request. */
const isWorthIt = (name: string, bytes: number) =>
  /\.(m?js|css|svg|wasm)$/.test(name) && bytes > 1024

/**
 * Writes a .br and a .gz beside each asset, so that the server doesn't compress
 * on each request.
 */
export const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir }) {
    if (!dir) return
    const entries = await readdir(dir, { recursive: true, withFileTypes: true })
    for (const entry of entries.filter((each) => each.isFile())) {
      const path = join(entry.parentPath, entry.name)
      const content = await readFile(path)
      if (!isWorthIt(entry.name, content.length)) continue
      await writeFile(
        `${path}.br`,
        await brotli(content, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 10 },
        }),
      )
      await writeFile(`${path}.gz`, await gzipped(content, { level: 9 }))
    }
  },
})
