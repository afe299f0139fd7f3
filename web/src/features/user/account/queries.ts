import { getSecondFactors } from '@portal/contract/auth/factor-api'
import { listSessions } from '@portal/contract/auth/tpr-api'
import { CallError } from '../../../lib/call-error.ts'
import { endpointQuery } from '../../../lib/queries.ts'
import { waitText } from '../../../lib/wait.ts'

export const accountKey = ['account'] as const

export const sessionsQuery = endpointQuery(
  [...accountKey, 'sessions'],
  listSessions,
  { meta: { quiet: true } },
)

export const factorsQuery = endpointQuery(
  [...accountKey, 'factors'],
  getSecondFactors,
  { meta: { quiet: true } },
)

export const withWaitText = async <T>(response: Promise<T>): Promise<T> => {
  try {
    return await response
  } catch (error) {
    if (
      !(error instanceof CallError) ||
      error.status !== 429 ||
      error.retryAfter === null
    )
      throw error
    throw new Error(
      `Too many attempts. You can try again in ${waitText(error.retryAfter)}.`,
      { cause: error },
    )
  }
}
