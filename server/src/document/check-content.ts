import { type DocumentType, documentTypes } from '@portal/contract/document/model'
import { keysOf } from '@portal/contract/lib/typed'
import { extensionOf } from '../lib/file-name.ts'
import type { Upload } from '../lib/upload.ts'
import { refuse } from './check-refusal.ts'

const byExtension = new Map<string, DocumentType>(
  keysOf(documentTypes).flatMap((type) =>
    documentTypes[type].extensions.map((extension) => [extension, type] as const),
  ),
)

/** What a file is, by its extension and its content, which must agree. Throws 400 with a sentence that names the file. */
export async function checkContent({ name, size }: Upload): Promise<DocumentType> {
  if (size === 0) throw refuse(name, 'is empty')
  const type = byExtension.get(extensionOf(name))
  if (!type)
    throw refuse(name, 'is of a type that is not taken: PDF, PNG, JPEG, TIFF, Word, Excel, CSV, text and e-mail are')
  return type
}
