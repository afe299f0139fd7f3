import { Stack, Text } from '@mantine/core'
import type { FailedJob, JobAction } from '@portal/contract/system/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazy } from '../../lib/lazy.tsx'
import * as format from '../../lib/text/format.ts'
import { Loaded } from '../../ui/message.tsx'
import { Section } from '../../ui/outline.tsx'
import { focusPageTitle } from '../../ui/page.tsx'
import { Hint, SecondaryButton } from '../../ui/presets.ts'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { CellNote, SmallTable } from '../../ui/small-table.tsx'
import { failedJobsQuery, jobChangesQuery, useJobAction } from './queries.ts'

const ConfirmDialog = lazy(
  () => import('../../ui/dialogs.tsx'),
  'ConfirmDialog',
)

const jobText = ({ name, key }: Pick<FailedJob, 'name' | 'key'>) =>
  key === null ? name : `${name} ${key}`

/** Jobs whose attempts all failed, each with Retry and Drop. */
export const FailedJobs = () => {
  const query = useQuery(failedJobsQuery)
  const [dropped, setDropped] = useState<FailedJob | null>(null)
  const retry = useJobAction('RETRY')
  const drop = useJobAction('DROP')
  return (
    <Section id="failed-jobs" title="Failed jobs">
      <Loaded
        query={query}
        what="the failed jobs"
        skeleton={<BlockSkeleton height={22} />}
      >
        {({ items, total }) =>
          total === 0 ? (
            <Hint>No job has failed in the last 7 days.</Hint>
          ) : (
            <>
              <Hint mb="xs">
                {total > items.length
                  ? `The newest ${items.length} of ${format.count(total)}. `
                  : ''}
                Retry runs a job once more. Failed jobs are deleted after 7
                days.
              </Hint>
              <SmallTable
                heads={['Job', 'Why it failed', 'Actions']}
                region="Table of failed jobs"
              >
                {items.map((job) => (
                  <FailedJobRow
                    key={job.id}
                    job={job}
                    isRetrying={retry.isPending && retry.variables === job.id}
                    onRetry={() =>
                      retry.mutate(job.id, { onSuccess: focusPageTitle })
                    }
                    onDrop={() => setDropped(job)}
                  />
                ))}
              </SmallTable>
            </>
          )
        }
      </Loaded>
      {dropped && (
        <ConfirmDialog
          title="Drop this job?"
          text={`${jobText(dropped)} won’t run again, and its work won’t be done.`}
          confirmLabel="Drop job"
          isDanger
          onConfirm={() => drop.mutateAsync(dropped.id)}
          onClose={() => setDropped(null)}
        />
      )}
    </Section>
  )
}

type FailedJobRowProps = {
  job: FailedJob
  isRetrying: boolean
  onRetry: () => void
  onDrop: () => void
}

const FailedJobRow = ({
  job,
  isRetrying,
  onRetry,
  onDrop,
}: FailedJobRowProps) => (
  <tr>
    <th scope="row">
      {job.name}
      {job.key && <CellNote>{job.key}</CellNote>}
    </th>
    <td>
      {job.failure}
      <CellNote>
        Failed {format.dateTime(job.failedAt)} after{' '}
        {format.count(job.attempts)}{' '}
        {job.attempts === 1 ? 'attempt' : 'attempts'}, queued{' '}
        {format.dateTime(job.createdAt)}
      </CellNote>
      <CellNote>Job {job.id}</CellNote>
    </td>
    <td>
      <Stack gap={4} align="start">
        <SecondaryButton
          aria-label={`Retry ${jobText(job)}`}
          loading={isRetrying}
          onClick={onRetry}
        >
          Retry
        </SecondaryButton>
        <SecondaryButton
          aria-label={`Drop ${jobText(job)}`}
          aria-haspopup="dialog"
          onClick={onDrop}
        >
          Drop
        </SecondaryButton>
      </Stack>
    </td>
  </tr>
)

const actionTexts: Record<JobAction, string> = {
  RETRY: 'Retried',
  DROP: 'Dropped',
}

/** Who retried and dropped jobs. */
export const JobChanges = () => {
  const query = useQuery(jobChangesQuery)
  return (
    <Section id="job-changes" title="Retried and dropped jobs">
      <Loaded
        query={query}
        what="the retried and dropped jobs"
        skeleton={<BlockSkeleton height={22} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <Text c="dimmed">No one has retried or dropped a job yet.</Text>
          ) : (
            <SmallTable
              heads={['When', 'Who', 'Action', 'Job']}
              region="Table of retried and dropped jobs"
            >
              {items.map(({ id, at, actorName, action, jobName, jobKey }) => (
                <tr key={id}>
                  <td>{format.dateTime(at)}</td>
                  <td>{actorName}</td>
                  <td>{actionTexts[action]}</td>
                  <td>
                    {jobName}
                    {jobKey && <CellNote>{jobKey}</CellNote>}
                  </td>
                </tr>
              ))}
            </SmallTable>
          )
        }
      </Loaded>
    </Section>
  )
}
