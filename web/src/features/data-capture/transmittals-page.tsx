import { Button, Group, Text } from '@mantine/core'
import type { IntakeCheck } from '@portal/contract/data-capture/api'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePage } from '../../lib/list-address.ts'
import { dateTime } from '../../lib/text/format.ts'
import { Page, PageHeader } from '../../ui/page.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { intakeRunColumns } from './columns.tsx'
import { intakeRunsQuery } from './queries.ts'

/** The transmittals that were read, with their results. */
export const TransmittalsPage = () => {
  const { page, onPage } = usePage()
  const query = useQuery(intakeRunsQuery(page))
  const [isRefreshing, setIsRefreshing] = useState(false)
  const refresh = async () => {
    setIsRefreshing(true)
    await query.refetch()
    setIsRefreshing(false)
  }
  return (
    <Page fills>
      <PageHeader
        title="Transmittals"
        under="Transmittals processed by the portal, newest first. New rows created Tdocs; known rows were received before."
        actions={
          <Button variant="default" loading={isRefreshing} onClick={refresh}>
            Refresh
          </Button>
        }
      />
      {query.data?.lastLook && <LastCheck look={query.data.lastLook} />}
      <PagedTable
        noun={['transmittal', 'transmittals']}
        storageKey="intake-runs"
        columns={intakeRunColumns}
        rowLabel={({ indexFileName }) => indexFileName}
        query={query}
        onPage={onPage}
        empty={{
          title: 'No transmittals yet',
          why: 'A transmittal appears here when its index file is received.',
        }}
      />
    </Page>
  )
}

/** When the portal last checked for transmittals; an alert if it couldn't. */
const LastCheck = ({ look: { at, source, problem } }: { look: IntakeCheck }) =>
  problem === null ? (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      Last checked at {dateTime(at)}: {source}
    </Text>
  ) : (
    <Group
      role="alert"
      align="flex-start"
      gap="xs"
      wrap="nowrap"
      py="xs"
      px="sm"
      bd="1px solid var(--mantine-color-error)"
      bdrs="md"
      style={{ overflowWrap: 'anywhere' }}
    >
      <IconAlertTriangle
        color="var(--mantine-color-error)"
        style={{ flex: 'none', marginTop: 2 }}
        size={18}
        aria-hidden
      />
      <span>
        {problem}: {source}. Last tried at {dateTime(at)}. The portal retries
        every minute. No transmittals are processed until it succeeds.
      </span>
    </Group>
  )
