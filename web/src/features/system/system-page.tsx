import { Button, List, Skeleton, Stack } from '@mantine/core'
import {
  type ServiceState,
  type System,
  serviceLabels,
  serviceStateLabels,
} from '@portal/contract/system/model'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as format from '../../lib/text/format.ts'
import { Facts } from '../../ui/facts.tsx'
import { Loaded } from '../../ui/message.tsx'
import { WarningBox } from '../../ui/notice.tsx'
import { Section } from '../../ui/outline.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Hint } from '../../ui/presets.ts'
import { CellNote, SmallTable } from '../../ui/small-table.tsx'
import { StatusBadge, type StatusColor } from '../../ui/status-badge.tsx'
import { Checks } from './checks.tsx'
import { FailedJobs, JobChanges } from './failed-jobs.tsx'
import { systemKey, systemQuery } from './queries.ts'

/** Settings > System: the portal's status and its failed jobs. */
export const SystemPage = () => {
  const query = useQuery(systemQuery)
  const queryClient = useQueryClient()
  const [isRefreshing, setIsRefreshing] = useState(false)
  const refresh = async () => {
    setIsRefreshing(true)
    await queryClient.invalidateQueries({ queryKey: systemKey })
    setIsRefreshing(false)
  }
  return (
    <Page>
      <PageHeader
        title="System"
        under="Jobs, services and backups. Service results are from this node only."
        actions={
          <Button variant="default" loading={isRefreshing} onClick={refresh}>
            Refresh
          </Button>
        }
      />
      <Stack gap="md" w="min(68rem, 100%)">
        <Warnings warnings={query.data?.warnings ?? []} />
        <FailedJobs />
        <Checks />
        <Loaded
          query={query}
          what="the portal’s status"
          skeleton={<SystemSkeleton />}
        >
          {(system) => (
            <>
              <Section id="services" title="Services">
                <Services {...system} />
              </Section>
              <Section id="backup" title="Last backup">
                <Backup backup={system.backup} />
              </Section>
              <Section id="node" title="This node and sessions">
                <Facts facts={nodeFacts(system)} />
              </Section>
            </>
          )}
        </Loaded>
        <JobChanges />
      </Stack>
    </Page>
  )
}

/** What should be fixed soon, above what works. */
const Warnings = ({ warnings }: Pick<System, 'warnings'>) =>
  warnings.length > 0 && (
    <WarningBox role="status" aria-label="Warnings">
      <List>
        {warnings.map((warning) => (
          <List.Item key={warning}>{warning}</List.Item>
        ))}
      </List>
    </WarningBox>
  )

const SystemSkeleton = () => (
  <>
    <Skeleton height={290} radius="md" role="status" aria-label="Loading" />
    <Skeleton height={110} radius="md" />
    <Skeleton height={150} radius="md" />
  </>
)

const colors: Record<ServiceState, StatusColor> = {
  OK: 'green',
  FAILING: 'red',
  PAUSED: 'orange',
  IDLE: 'gray',
  OFF: 'gray',
}

const Services = ({ services, database: { replica } }: System) => (
  <SmallTable
    heads={['Service', 'State', 'Last success', 'Last failure']}
    region="Table of services"
  >
    {services.map(
      ({ service, state, lastSuccessAt, lastFailureAt, lastFailure }) => (
        <tr key={service}>
          <th scope="row">{serviceLabels[service]}</th>
          <td>
            <StatusBadge
              label={serviceStateLabels[state]}
              color={colors[state]}
            />
          </td>
          <td>{format.dateTime(lastSuccessAt)}</td>
          <td>
            {format.dateTime(lastFailureAt)}
            {lastFailure && <CellNote>{lastFailure}</CellNote>}
          </td>
        </tr>
      ),
    )}
    <PlainRow name="Database" label="Working" color="green" />
    {replica && (
      <PlainRow
        name="Read replica"
        label={replica.isAvailable ? 'Working' : 'Unavailable'}
        color={replica.isAvailable ? 'green' : 'red'}
        note={
          replica.behindSeconds === null
            ? null
            : `${format.count(Math.round(replica.behindSeconds))} s behind`
        }
      />
    )}
  </SmallTable>
)

type PlainRowProps = {
  name: string
  label: string
  color: StatusColor
  note?: string | null
}

const PlainRow = ({ name, label, color, note = null }: PlainRowProps) => (
  <tr>
    <th scope="row">{name}</th>
    <td>
      <StatusBadge label={label} color={color} />
      {note && <CellNote>{note}</CellNote>}
    </td>
    <td>{format.none}</td>
    <td>{format.none}</td>
  </tr>
)

const findBackupState = ({
  isLate,
  lastAt,
}: Pick<NonNullable<System['backup']>, 'isLate' | 'lastAt'>) => {
  if (isLate) return { label: 'Overdue', color: 'red' } as const
  return lastAt
    ? ({ label: 'Up to date', color: 'green' } as const)
    : ({ label: 'None yet', color: 'gray' } as const)
}

const Backup = ({ backup }: Pick<System, 'backup'>) => {
  if (!backup)
    return <Hint>Backups aren’t set up. See the operations guide.</Hint>
  const { lastAt, coveredTo, isLate, failedAt } = backup
  const state = findBackupState({ isLate, lastAt })
  return (
    <Facts
      facts={[
        { label: 'State', value: <StatusBadge {...state} /> },
        { label: 'Last successful backup', value: withAge(lastAt) },
        { label: 'Can be restored up to', value: format.dateTime(coveredTo) },
        { label: 'Last failure since then', value: format.dateTime(failedAt) },
      ]}
    />
  )
}

const nodeFacts = ({ node, openSessions, signedIn, throttled }: System) => [
  {
    label: 'Version',
    value: node.commit
      ? `${node.version} (${node.commit.slice(0, 12)})`
      : node.version,
  },
  { label: 'Database schema', value: node.schema },
  { label: 'Started', value: withAge(node.startedAt) },
  {
    label: 'Open sessions',
    value: `${format.count(openSessions)} (${peopleText(signedIn)})`,
  },
  { label: 'Throttled accounts and addresses', value: format.count(throttled) },
]

const peopleText = (count: number) =>
  `${format.count(count)} ${count === 1 ? 'person' : 'people'}`

const hourMs = 3_600_000

/** 'March 4, 2026, 10:00 AM, 3 hours ago' */
const withAge = (at: string | null) => {
  if (at === null) return format.none
  const hours = Math.floor((Date.now() - new Date(at).getTime()) / hourMs)
  const [age, unit] =
    hours < 48 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day']
  const ago =
    age < 1
      ? 'less than an hour ago'
      : `${format.count(age)} ${unit}${age === 1 ? '' : 's'} ago`
  return `${format.dateTime(at)}, ${ago}`
}
