import type { Plugin } from 'vite'

/** `.describe('…')` with a plain text. */
const description =
  /\.describe\(\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),?\s*\)/g

/**
 * Leaves the descriptions of the contract's schemas out of the build: only the
 * server's OpenAPI document has them. Lines stay where they are.
 */
export const noDescriptions = (): Plugin => ({
  name: 'no-descriptions',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('/contract/src/')
      ? {
          code: code.replace(description, (text) => text.replace(/\S| /g, '')),
          map: null,
        }
      : null,
})
