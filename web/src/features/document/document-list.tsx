import { ActionIcon, Box, Group, Text, TextInput } from '@mantine/core'
import {
  documentTypes,
  ldpStateLabels,
  type SlvDocument,
} from '@portal/contract/document/model'
import { isFoundBy } from '@portal/contract/lib/normalize-for-search'
import {
  IconDownload,
  IconRefresh,
  IconSearch,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { lazy } from '../../lib/lazy.tsx'
import * as format from '../../lib/text/format.ts'
import classes from '../../records/document/document.module.css'
import {
  DocumentFacts,
  DocumentIcon,
  DocumentName,
} from '../../records/document/document-name.tsx'
import {
  useDeleteDocument,
  useDownload,
  useSendToLoanDock,
} from '../../records/document/queries.ts'

const ConfirmDialog = lazy(
  () => import('../../ui/dialogs.tsx'),
  'ConfirmDialog',
)

/** Longer lists have a search. */
const maxWithoutSearch = 12

export type DocumentListProps = {
  slvId: string
  label: string
  documents: readonly SlvDocument[]
  /** Sellers don't see whether LoanDock has a file. */
  showsLoanDock?: boolean
  /** A line under a file, such as the requested document that it answers. */
  note?: (document: SlvDocument) => string | undefined
}

/** Files of an SLV, newest first. */
export const DocumentList = ({
  slvId,
  label,
  documents,
  showsLoanDock = false,
  note,
}: DocumentListProps) => {
  const [search, setSearch] = useState('')
  const [toDelete, setToDelete] = useState<SlvDocument | null>(null)
  const remove = useDeleteDocument(slvId)
  const found = documents
    .filter(({ name }) => isFoundBy(name, search))
    .toSorted((one, other) => other.uploadedAt.localeCompare(one.uploadedAt))
  return (
    <div>
      {documents.length > maxWithoutSearch && (
        <TextInput
          mb="xs"
          aria-label={`Search in ${label}`}
          placeholder={`Search ${documents.length} files by name`}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      {found.length === 0 && (
        <Text c="dimmed">No file names contain “{search.trim()}”.</Text>
      )}
      <ul className={classes.list} aria-label={label}>
        {found.map((document) => (
          <li key={document.id} className={classes.row}>
            <DocumentIcon type={document.type} />
            <About
              slvId={slvId}
              document={document}
              showsLoanDock={showsLoanDock}
              note={note?.(document)}
            />
            <DocumentButtons
              slvId={slvId}
              document={document}
              onDelete={() => setToDelete(document)}
            />
          </li>
        ))}
      </ul>
      {toDelete && (
        <ConfirmDialog
          title="Delete this document?"
          text={
            <>
              <strong style={{ overflowWrap: 'anywhere' }}>
                {toDelete.name}
              </strong>{' '}
              will be removed from the documents. The history keeps a record of
              it.
            </>
          }
          confirmLabel="Delete"
          isDanger
          onClose={() => setToDelete(null)}
          onConfirm={() => remove.mutateAsync(toDelete.id)}
        />
      )}
    </div>
  )
}

type AboutProps = {
  slvId: string
  document: SlvDocument
  showsLoanDock: boolean
  note: string | undefined
}

/** The name of a file, what is known of it, and what it is for. */
const About = ({ slvId, document, showsLoanDock, note }: AboutProps) => (
  <Box flex={1} miw={0}>
    <Text
      component="div"
      inherit
      className={classes.name ?? ''}
      lineClamp={2}
      fw={500}
    >
      <DocumentName slvId={slvId} document={document} />
    </Text>
    <div className={classes.under}>
      {documentTypes[document.type].label} · {format.fileSize(document.size)} ·{' '}
      {document.uploadedByName} ·{' '}
      <time dateTime={document.uploadedAt}>
        {format.dateTime(document.uploadedAt)}
      </time>
      {showsLoanDock && <LoanDockState document={document} />}
    </div>
    <DocumentFacts document={document} />
    {note && <div className={classes.under}>{note}</div>}
    {document.supports.map(({ factor, verifiedAt }) => (
      <div key={factor} className={classes.under}>
        Supports {factor}: {verifiedAt ? 'verified' : 'awaiting verification'}
      </div>
    ))}
  </Box>
)

/** Whether LoanDock has the file, and why not. */
const LoanDockState = ({
  document: { ldpState, ldpSentAt, ldpError },
}: {
  document: SlvDocument
}) => (
  <>
    {' '}
    ·{' '}
    <Text
      span
      inherit
      {...(ldpState === 'FAILED' && { c: 'var(--mantine-color-error)' })}
      title={ldpSentAt ? format.dateTime(ldpSentAt) : undefined}
    >
      LoanDock:&nbsp;{ldpStateLabels[ldpState]}
      {ldpState !== 'SENT' && ldpError ? `. ${ldpError}` : ''}
    </Text>
  </>
)

type DocumentButtonsProps = {
  slvId: string
  document: SlvDocument
  onDelete: () => void
}

const DocumentButtons = ({
  slvId,
  document,
  onDelete,
}: DocumentButtonsProps) => {
  const { id, name, ldpState, availableActions } = document
  const download = useDownload(slvId)
  const send = useSendToLoanDock(slvId)
  const look = { variant: 'subtle', color: 'gray', size: 28 } as const
  return (
    <Group gap={8} wrap="nowrap" flex="none">
      {ldpState !== 'QUEUED' && availableActions.includes('send-to-ldp') && (
        <ActionIcon
          {...look}
          aria-label={`Send again: ${name}`}
          title="Send to LoanDock again"
          loading={send.isPending}
          onClick={() => send.mutate(id)}
        >
          <IconRefresh size={16} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        {...look}
        aria-label={`Download ${name}`}
        title="Download"
        loading={download.isPending}
        onClick={() => download.mutate(id)}
      >
        <IconDownload size={16} aria-hidden />
      </ActionIcon>
      {availableActions.includes('delete') && (
        <ActionIcon
          {...look}
          aria-label={`Delete ${name}`}
          title="Delete"
          onClick={onDelete}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}
