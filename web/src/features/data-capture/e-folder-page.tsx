import { Box, Button, Checkbox, Group, Stack } from '@mantine/core'
import { captureLimits } from '@portal/contract/data-capture/model'
import { IconDownload } from '@tabler/icons-react'
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
import { Hint } from '../../ui/presets.ts'
import { uploadColumns } from './columns.tsx'
import { CaptureProblem, PreviewPanel } from './preview-panel.tsx'
import { openTdocsAddress, templateAddress, uploadsQuery } from './queries.ts'
import { useCapture, useOutcomes, usePreview } from './use-capture.ts'

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
  const previewing = usePreview()
  const capture = useCapture({
    onSent: (upload) => {
      outcomes.await(upload)
      previewing.close()
      if (page !== 1) onPage(1, { replace: true })
    },
    onChanged: previewing.ask,
  })
  const { preview, request } = previewing
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
      {preview && request ? (
        <PreviewPanel
          // A new preview begins with its own ticks, and takes the focus.
          key={preview.id}
          preview={preview}
          notice={request.notice}
          problem={capture.problem}
          isSending={capture.file !== undefined}
          onApply={(createTdocs) =>
            capture.send({
              file: request.file,
              createTdocs,
              preview: preview.id,
            })
          }
          onRetry={capture.retry}
          onClose={previewing.close}
        />
      ) : (
        <>
          <CaptureArea capture={capture} previewing={previewing} />
          <Templates />
        </>
      )}
      <SendingGuard
        isSending={(capture.file ?? previewing.file) !== undefined}
      />
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

type CaptureAreaProps = {
  capture: ReturnType<typeof useCapture>
  previewing: ReturnType<typeof usePreview>
}

/**
 * Where the data-capture file is dropped or chosen, with its progress or error.
 */
const CaptureArea = ({ capture, previewing }: CaptureAreaProps) => {
  // Only a file that is too long for a preview is sent from here.
  const active = capture.file ? capture : previewing
  const { file, sent, cancel } = active
  const problem = capture.problem ?? previewing.problem
  const retry = capture.retry ?? previewing.retry
  const previewFirst = (files: readonly File[]) => {
    const [first] = files
    if (files.length > 1) previewing.setProblem('Upload one file at a time.')
    else if (first) previewing.ask(first)
  }
  return (
    <Box maw="44rem">
      <DropArea
        label="Upload file"
        hint={`or drop one file here. You see what it would change before it is applied. ${accepted}.`}
        accept=".csv,.xlsx"
        isDisabled={file !== undefined}
        onFiles={previewFirst}
        onFolder={() =>
          previewing.setProblem(
            'You can’t upload a folder. Drop the file that is in it.',
          )
        }
      />
      {file && (
        <div className={classes.uploads}>
          <UploadRow name={file.name} button="Cancel" onClick={cancel} />
          <UploadBar
            name={file.name}
            size={file.size}
            sent={sent}
            lastStep="Reading the file…"
          />
        </div>
      )}
      {problem !== null && <CaptureProblem text={problem} onRetry={retry} />}
      {previewing.isTooLong && previewing.request && !file && (
        <UploadUnseen file={previewing.request.file} onSend={capture.send} />
      )}
    </Box>
  )
}

type UploadUnseenProps = {
  file: File
  onSend: ReturnType<typeof useCapture>['send']
}

/** Applies a file that is too long for a preview. */
const UploadUnseen = ({ file, onSend }: UploadUnseenProps) => {
  const [createTdocs, setCreateTdocs] = useState(false)
  return (
    <Stack gap="sm" mt="sm" align="flex-start">
      <Checkbox
        label="Create a Tdoc for each new image file name"
        description="Otherwise these rows are rejected."
        checked={createTdocs}
        onChange={({ currentTarget }) => setCreateTdocs(currentTarget.checked)}
      />
      <Button variant="default" onClick={() => onSend({ file, createTdocs })}>
        Apply without a preview
      </Button>
    </Stack>
  )
}
