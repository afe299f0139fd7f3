import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../ui/message.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { useProfile } from '../auth/queries.ts'
import { SendingGuard, useMissedDrops } from '../document/upload-guard.tsx'
import { NameHint } from '../user/account/name-hint.tsx'
import { CaptureArea } from './capture-area.tsx'
import { uploadColumns } from './columns.tsx'
import { templateAddress, uploadsQuery } from './queries.ts'
import { useCapture, useOutcomes } from './use-capture.ts'

/** Where a reviewer brings their answers to many Tdocs in one file, and sees what became of each file. */
export const EFolderPage = () => {
  const { id } = useProfile()
  const [page, setPage] = useState(1)
  const { data, error, refetch, isPlaceholderData } = useQuery(uploadsQuery(page))
  const uploads = data?.answer
  const outcomes = useOutcomes(uploads?.items, id)
  const capture = useCapture((upload) => {
    outcomes.await(upload)
    setPage(1)
  })
  useMissedDrops()
  return (
    <Page fills>
      <PageHeader
        title="eFolder"
        under="Answer many Tdocs with one file. Each row is applied, or named with the reason why not."
        actions={
          <>
            <TemplateLink format="csv" label="CSV template" />
            <TemplateLink format="xlsx" label="Excel template" />
          </>
        }
      />
      <NameHint />
      <CaptureArea capture={capture} />
      <SendingGuard isSending={capture.file !== undefined} />
      {error && !uploads ? (
        <EmptyState title="The uploads could not be read" why={error.message}>
          <Button variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </EmptyState>
      ) : (
        <DataTable
          label="Uploads"
          storageKey="uploads"
          columns={uploadColumns}
          rows={uploads?.items}
          rowId={(upload) => upload.id}
          rowLabel={({ fileName }) => fileName}
          isRefreshing={isPlaceholderData}
          {...(uploads && { paging: { ...uploads, onPage: setPage } })}
          empty={
            <EmptyState
              title="Nothing was uploaded yet"
              why="Start from a template, fill in a row for each Tdoc, and drop the file above."
            />
          }
        />
      )}
    </Page>
  )
}

const TemplateLink = ({ format, label }: { format: 'csv' | 'xlsx'; label: string }) => (
  <Button
    component="a"
    variant="default"
    href={templateAddress(format)}
    download
    leftSection={<IconDownload size={16} aria-hidden />}
  >
    {label}
  </Button>
)
