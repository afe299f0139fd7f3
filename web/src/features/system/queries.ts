import * as api from '@portal/contract/system/api'
import { systemMessages } from '@portal/contract/system/messages'
import type { JobAction } from '@portal/contract/system/model'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { endpointQuery } from '../../lib/queries.ts'
import { useIntent } from '../../lib/state/use-intent.ts'

export const systemKey = ['system'] as const
const newest = { page: 1, size: 25 }

export const systemQuery = endpointQuery(
  [...systemKey, 'state'],
  api.getSystem,
  {},
)

export const checksQuery = endpointQuery(
  [...systemKey, 'checks'],
  api.listChecks,
  {},
)

export const failedJobsQuery = endpointQuery(
  [...systemKey, 'failed-jobs'],
  api.listFailedJobs,
  {
    query: newest,
  },
)

export const jobChangesQuery = endpointQuery(
  [...systemKey, 'job-changes'],
  api.listJobChanges,
  {
    query: newest,
  },
)

/** Retries or drops a failed job. */
export const useJobAction = (action: JobAction) => {
  const intent = useIntent()
  return useMutation({
    mutationFn: (id: string) =>
      call(
        action === 'RETRY' ? api.retryJob : api.dropJob,
        { params: { id } },
        { intent },
      ),
    meta: {
      ...(action === 'RETRY' ? systemMessages.retry : systemMessages.drop),
      changes: [systemKey],
    },
  })
}
