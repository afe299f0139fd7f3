import { CallError } from '../../../lib/call-error.ts'
import { waitText } from '../../../lib/wait.ts'

/** Passes on what a call brings; one that was refused for too many tries says how long to wait. */
export const toldWait = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 429 || error.retryAfter === null) throw error
    throw new Error(`Too many tries. You can try again in ${waitText(error.retryAfter)}.`, { cause: error })
  }
}
