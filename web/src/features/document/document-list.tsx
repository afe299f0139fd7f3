import { TextInput } from '@mantine/core'
import type { SlvDocument } from '@portal/contract/document/model'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/dialogs.tsx'
import classes from './document.module.css'
import { DocumentRow } from './document-row.tsx'
import { useDeleteDocument } from './queries.ts'

/** From here on a list is searched rather than read. */
const manyDocuments = 12

type DocumentListProps = {
  slvId: string
  label: string
  documents: readonly SlvDocument[]
  showsLoanDock?: boolean
  told?: (document: SlvDocument) => string | undefined
}

/** Files under each other, newest first; long lists can be searched by name. */
export const DocumentList = ({ slvId, label, documents, showsLoanDock = false, told }: DocumentListProps) => {
  const [search, setSearch] = useState('')
  const [toDelete, setToDelete] = useState<SlvDocument | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const remove = useDeleteDocument(slvId)
  const wanted = search.trim().toLowerCase()
  const found = documents
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .toSorted((one, other) => other.uploadedAt.localeCompare(one.uploadedAt))
  return (
    <div>
      {documents.length > manyDocuments && (
        <TextInput
          className={classes.search}
          aria-label={`Search in ${label}`}
          placeholder={`Search ${documents.length} files by name`}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      {found.length === 0 && <p className={classes.none}>No file has “{search.trim()}” in its name.</p>}
      <ul className={classes.list} aria-label={label}>
        {found.map((document) => (
          <DocumentRow
            key={document.id}
            slvId={slvId}
            document={document}
            showsLoanDock={showsLoanDock}
            told={told?.(document)}
            onDelete={(chosen) => {
              setToDelete(chosen)
              setIsAsking(true)
            }}
          />
        ))}
      </ul>
      <ConfirmDialog
        title="Delete this document?"
        text={
          <>
            <strong className={classes.named}>{toDelete?.name}</strong> will no longer be among the documents. The
            history keeps that it was there.
          </>
        }
        confirmLabel="Delete"
        isDanger
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={async () => toDelete && remove.mutateAsync(toDelete.id)}
      />
    </div>
  )
}
