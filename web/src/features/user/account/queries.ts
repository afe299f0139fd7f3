import { getSecondFactors } from '@portal/contract/auth/factor-api'
import { listSessions } from '@portal/contract/auth/tpr-api'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'

/** All that is read about the own account. */
export const accountKey = ['account'] as const

export const sessionsQuery = queryOptions({
  queryKey: [...accountKey, 'sessions'],
  queryFn: ({ signal }) => call(listSessions, {}, { signal }),
  meta: { quiet: true },
})

export const factorsQuery = queryOptions({
  queryKey: [...accountKey, 'factors'],
  queryFn: ({ signal }) => call(getSecondFactors, {}, { signal }),
  meta: { quiet: true },
})
