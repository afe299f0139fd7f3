import { Box, Button, Checkbox, Group } from '@mantine/core'
import { captureLimits } from '@portal/contract/data-capture/model'
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePage } from '../../lib/list-address.ts'
import * as format from '../../lib/text/format.ts'
import { useProfile } from '../../records/auth/queries.ts'
import {
  SendingGuard,
  useBlockStrayDrops,
} from '../../records/document/upload-guard.tsx'
import { NameHint } from '../../records/user/name-hint.tsx'
import { DropArea } from '../../ui/inputs/drop-area.tsx'
import classes from '../../ui/inputs/upload.module.css'
import { UploadBar, UploadRow } from '../../ui/inputs/upload-bar.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { Hint, TinyButton } from '../../ui/presets.ts'
import { uploadColumns } from './columns.tsx'
import { openTdocsAddress, templateAddress, uploadsQuery } from './queries.ts'
import { useCapture, useOutcomes } from './use-capture.ts'

/**
 * Where a reviewer uploads responses to many Tdocs in one file, with the
 * results of earlier files.
 */
export const EFolderPage = () => {
  const { page, onPage } = usePage()
  const { id } = useProfile()
  const query = useQuery(uploadsQuery(page))
  const uploads = query.data?.answer
  const outcomes = useOutcomes(uploads?.items, id)
  const capture = useCapture((upload) => {
    outcomes.await(upload)
    if (page !== 1) onPage(1, { replace: true })
  })
  useBlockStrayDrops()
  return (
    <Page fills>
      <PageHeader
        title="eFolder"
        under="Respond to many Tdocs with one file. Each row is applied, or listed with the reason it was rejected."
        actions={
          <>
            <FileLink
              address={openTdocsAddress('xlsx')}
              label="Download my open Tdocs"
            />
            <FileLink address={openTdocsAddress('csv')} label="As CSV" />
          </>
        }
      />
      <NameHint />
      <CaptureArea capture={capture} />
      <Templates />
      <SendingGuard isSending={capture.file !== undefined} />
      <PagedTable
        noun={['upload', 'uploads']}
        storageKey="uploads"
        columns={uploadColumns}
        rowLabel={({ fileName }) => fileName}
        query={{ ...query, data: uploads }}
        onPage={onPage}
        empty={{
          title: 'No uploads yet',
          why: 'Download your open Tdocs, fill in the responses, and drop the file above.',
        }}
      />
    </Page>
  )
}

const FileLink = ({ address, label }: { address: string; label: string }) => (
  <Button
    component="a"
    variant="default"
    href={address}
    download
    leftSection={<IconDownload size={16} aria-hidden />}
  >
    {label}
  </Button>
)

/** The empty templates, for those who don't start from their open Tdocs. */
const Templates = () => (
  <Group gap="xs" mt="xs">
    <Hint>Start from an empty file:</Hint>
    <FileLink address={templateAddress('xlsx')} label="Excel template" />
    <FileLink address={templateAddress('csv')} label="CSV template" />
  </Group>
)

const accepted = `CSV or Excel (.xlsx), up to ${format.fileSize(captureLimits.bytes)} and ${format.count(captureLimits.rows)} rows`

/**
 * Where the data-capture file is dropped or chosen, with its progress or error.
 */
const CaptureArea = ({
  capture,
}: {
  capture: ReturnType<typeof useCapture>
}) => {
  const { file, sent, problem, setProblem, send, retry, cancel } = capture
  const [createTdocs, setCreateTdocs] = useState(false)
  const sendFirst = (files: readonly File[]) => {
    const [first] = files
    if (files.length > 1) setProblem('Upload one file at a time.')
    else if (first) send(first, createTdocs)
  }
  return (
    <Box maw="44rem">
      <DropArea
        label="Upload file"
        hint={`or drop one file here. ${accepted}.`}
        accept=".csv,.xlsx"
        isDisabled={file !== undefined}
        onFiles={sendFirst}
        onFolder={() =>
          setProblem('You can’t upload a folder. Drop the file that is in it.')
        }
      />
      <Checkbox
        mt="sm"
        label="Create a Tdoc for each new image file name"
        description="Otherwise these rows are rejected."
        checked={createTdocs}
        disabled={file !== undefined}
        onChange={({ currentTarget }) => setCreateTdocs(currentTarget.checked)}
      />
      {file && (
        <div className={classes.uploads}>
          <UploadRow name={file.name} button="Cancel" onClick={cancel} />
          <UploadBar name={file.name} size={file.size} sent={sent} />
        </div>
      )}
      {problem !== null && (
        <p className={classes.problem} role="alert">
          <IconAlertTriangle size={14} aria-hidden />
          <span>{problem}</span>
          {retry && <TinyButton onClick={retry}>Try again</TinyButton>}
        </p>
      )}
    </Box>
  )
}
