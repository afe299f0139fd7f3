import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import type { Plugin } from 'vite'

const root = dirname(
  createRequire(import.meta.url).resolve('pdfjs-dist/package.json'),
)

/**
 * What pdf.js fetches if a document needs it: character maps, fonts, color
 * profiles, image decoders.
 */
const folders: Record<string, readonly string[]> = {
  cmaps: ['.bcmap'],
  standard_fonts: ['.pfb', '.ttf'],
  iccs: ['.icc'],
  wasm: ['.wasm'],
}
/** Runs scripts in documents, which the portal disables. */
const left = ['quickjs-eval.wasm']

/**
 * Copies them to the other assets, into a folder named for the version, so that
 * browsers can cache them for a year.
 */
export const pdfAssets = (): Plugin => ({
  name: 'pdf-assets',
  async generateBundle() {
    const { version } = JSON.parse(
      await readFile(join(root, 'package.json'), 'utf8'),
    )
    for (const [folder, kinds] of Object.entries(folders)) {
      const names = (await readdir(join(root, folder))).filter((name) =>
        kinds.includes(extname(name)),
      )
      for (const name of names.filter((each) => !left.includes(each))) {
        const source = await readFile(join(root, folder, name))
        this.emitFile({
          type: 'asset',
          fileName: `assets/pdfjs-${version}/${folder}/${name}`,
          source,
        })
      }
    }
  },
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const [, path] =
        /^\/assets\/pdfjs-[\d.]+\/((?:cmaps|standard_fonts|iccs|wasm)\/[\w.-]+)$/.exec(
          request.url ?? '',
        ) ?? []
      if (!path) return next()
      if (path.endsWith('.wasm'))
        response.setHeader('content-type', 'application/wasm')
      createReadStream(join(root, path)).on('error', next).pipe(response)
    })
  },
})
