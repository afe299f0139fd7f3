import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../ui/message.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { intakeRunColumns } from './columns.tsx'
import { LastLook } from './last-look.tsx'
import type { Paged } from './page-search.ts'
import { intakeRunsQuery } from './queries.ts'

/** The last readings of the transmittal: what each brought, and what it did not take. */
export const TransmittalsPage = ({ page, onPage }: Paged) => {
  const { data: runs, error, refetch, isPlaceholderData } = useQuery(intakeRunsQuery(page))
  const [isAsked, setIsAsked] = useState(false)
  const refresh = async () => {
    setIsAsked(true)
    await refetch()
    setIsAsked(false)
  }
  return (
    <Page fills>
      <PageHeader
        title="Transmittals"
        under="What the portal read from the transmittal, newest first. New rows became Tdocs; known ones came before."
        actions={
          <Button variant="default" loading={isAsked} onClick={refresh}>
            Refresh
          </Button>
        }
      />
      {runs?.lastLook && <LastLook look={runs.lastLook} />}
      {error && !runs ? (
        <EmptyState title="The readings could not be read" why={error.message}>
          <Button variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </EmptyState>
      ) : (
        <DataTable
          label="Readings of the transmittal"
          storageKey="intake-runs"
          columns={intakeRunColumns}
          rows={runs?.items}
          rowId={({ id }) => id}
          rowLabel={({ indexFileName }) => indexFileName}
          isRefreshing={isPlaceholderData}
          isStale={isPlaceholderData}
          {...(runs && { paging: { ...runs, onPage } })}
          empty={
            <EmptyState
              title="No transmittal yet"
              why="Nothing has been read so far. A transmittal shows here when its index file has come."
            />
          }
        />
      )}
    </Page>
  )
}
