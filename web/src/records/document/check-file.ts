import {
  documentTypes,
  maxDocumentBytes,
} from '@portal/contract/document/model'

const types = Object.values(documentTypes)
const extensions = types.flatMap((type) =>
  type.extensions.map((extension) => `.${extension}`),
)
const labels = types.map(({ label }) => label)

/** The accepted types and size, in words. */
export const acceptedFiles = `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}, up to 50 MB each`

/**
 * Why a file must not be sent, by its name and size; null if the server must
 * check its content.
 */
export const fileProblem = ({
  name,
  size,
}: {
  name: string
  size: number
}): string | null => {
  if (!extensions.some((extension) => name.toLowerCase().endsWith(extension)))
    return `This type of file is not accepted. Accepted types: ${acceptedFiles}.`
  if (size === 0) return 'This file is empty.'
  if (size > maxDocumentBytes) return 'This file is larger than 50 MB.'
  return null
}
