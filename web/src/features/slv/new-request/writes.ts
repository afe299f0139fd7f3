import {
  type ImportedLoan,
  importLoans,
  importMismo,
} from '@portal/contract/slv/import-api'
import { useMutation } from '@tanstack/react-query'
import { createIntent } from '../../../lib/state/intent.ts'
import { upload } from '../../../lib/upload.ts'
import { slvKey } from '../../../records/slv/slv-key.ts'

export type ImportKind = 'MISMO' | 'CSV'

const send = async (kind: ImportKind, file: File): Promise<ImportedLoan[]> => {
  const options = { intent: createIntent() }
  if (kind === 'MISMO') return [await upload(importMismo, {}, file, options)]
  return (await upload(importLoans, {}, file, options)).loans
}

/**
 * Imports loans from a file into drafts. The dialog shows the report or the
 * error.
 */
export const useImport = (kind: ImportKind) =>
  useMutation({
    mutationFn: (file: File) => send(kind, file),
    retry: false,
    meta: { failed: null, changes: [slvKey] },
  })
