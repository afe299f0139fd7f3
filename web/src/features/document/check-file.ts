import { documentTypes, maxDocumentBytes } from '@portal/contract/document/model'

const extensions = Object.values(documentTypes).flatMap(({ extensions: own }) =>
  own.map((extension) => `.${extension}`),
)
const kinds = Object.values(documentTypes).map(({ label }) => label)

/** What is taken in, in words. */
export const takenIn = `${kinds.slice(0, -1).join(', ')} and ${kinds.at(-1)}, up to 50 MB each`

/**
 * Why a file need not be sent at all, in a sentence; null when the server is to judge it. It looks at the name and the
 * size alone: what a file really is, the server finds in its content.
 */
export const fileProblem = ({ name, size }: { name: string; size: number }): string | null => {
  if (!extensions.some((extension) => name.toLowerCase().endsWith(extension)))
    return `Files of this kind are not taken in. These are: ${takenIn}.`
  if (size === 0) return 'This file is empty.'
  if (size > maxDocumentBytes) return 'This file is larger than 50 MB.'
  return null
}
