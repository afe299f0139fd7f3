import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../lib/list-address.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { EmptyState, LoadFailed } from '../../ui/message.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { useProfile } from '../auth/queries.ts'
import { SendingGuard, useMissedDrops } from '../document/shared/upload-guard.tsx'
import { NameHint } from '../user/shared/name-hint.tsx'
import { CaptureArea } from './capture-area.tsx'
import { uploadColumns } from './columns.tsx'
import { templateAddress, uploadsQuery } from './queries.ts'
import { useCapture, useOutcomes } from './use-capture.ts'

/** Where a reviewer uploads responses to many Tdocs in one file, with the results of earlier files. */
export const EFolderPage = () => {
  const { page, onPage } = usePage()
  const { id } = useProfile()
  const { data, error, refetch, isPlaceholderData } = useQuery(uploadsQuery(page))
  const uploads = data?.answer
  const outcomes = useOutcomes(uploads?.items, id)
  const capture = useCapture((upload) => {
    outcomes.await(upload)
    if (page !== 1) onPage(1, { replace: true })
  })
  useMissedDrops()
  return (
    <Page fills>
      <PageHeader
        title="eFolder"
        under="Respond to many Tdocs with one file. Each row is applied, or listed with the reason it was rejected."
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
        <LoadFailed what="the uploads" error={error} onClick={refetch} />
      ) : (
        <DataTable
          label="Uploads"
          storageKey="uploads"
          columns={uploadColumns}
          rows={uploads?.items}
          rowId={(upload) => upload.id}
          rowLabel={({ fileName }) => fileName}
          isRefreshing={isPlaceholderData}
          isStale={isPlaceholderData}
          {...(uploads && { paging: { ...uploads, onPage } })}
          empty={
            <EmptyState
              title="No uploads yet"
              why="Download a template, fill in a row for each Tdoc, and drop the file above."
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
