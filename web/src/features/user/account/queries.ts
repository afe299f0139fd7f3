import { getSecondFactors } from '@portal/contract/auth/factor-api'
import { listSessions } from '@portal/contract/auth/tpr-api'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { CallError } from '../../../lib/call-error.ts'
import { waitText } from '../../../lib/wait.ts'

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

export const withWaitText = async <T>(response: Promise<T>): Promise<T> => {
  try {
    return await response
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 429 || error.retryAfter === null) throw error
    throw new Error(`Too many attempts. You can try again in ${waitText(error.retryAfter)}.`, { cause: error })
  }
}
