import { addExample } from '@portal/contract/guideline/api'
import { guidelineMessages } from '@portal/contract/guideline/messages'
import * as api from '@portal/contract/system/api'
import { systemMessages } from '@portal/contract/system/messages'
import type { JobAction } from '@portal/contract/system/model'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { endpointQuery } from '../../lib/queries.ts'
import { useIntent } from '../../lib/state/use-intent.ts'
import { guidelineKey } from '../../records/guideline/queries.ts'

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

/** Read again whenever it is shown: many screens change it. */
export const setupQuery = endpointQuery([...systemKey, 'setup'], api.getSetup, {
  staleTime: 0,
})

export const useTestMail = () =>
  useMutation({
    mutationFn: () => call(api.sendTestMail, {}),
    meta: { ...systemMessages.testMail, changes: [[...systemKey, 'checks']] },
  })

/** Adds the example of programs and guidelines. */
export const useAddExample = () => {
  const intent = useIntent()
  return useMutation({
    mutationFn: () => call(addExample, {}, { intent }),
    meta: {
      ...guidelineMessages.addExample,
      changes: [systemKey, guidelineKey],
    },
  })
}

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
