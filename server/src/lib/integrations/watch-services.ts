import { toRecord } from '@portal/contract/lib/typed'
import { type Service, services } from '@portal/contract/system/model'
import { describeFailure } from '../describe-failure.ts'
import { refusalOf } from '../errors.ts'
import type { FileStore } from '../files/files.ts'
import { serviceCalls } from '../metrics.ts'
import type { Mailer } from './mail.ts'

/** The last results of this process's calls to a service. */
export type LastResults = {
  successAt: Date | null
  failureAt: Date | null
  failure: string | null
}

/** Makes a call and records the result. */
export type Watch = <T>(service: Service, call: () => Promise<T>) => Promise<T>

/**
 * Records and counts the results of calls to other systems. A file that
 * LoanDock refuses isn't a failure.
 */
export function watchServices(clock: () => Date) {
  const results = toRecord(
    services,
    (): LastResults => ({ successAt: null, failureAt: null, failure: null }),
  )
  const watch: Watch = async (service, call) => {
    try {
      const answer = await call()
      results[service].successAt = clock()
      serviceCalls.inc({ service, result: 'ok' })
      return answer
    } catch (error) {
      const isRefused = refusalOf(error)?.code === 'loan_dock_refused'
      if (isRefused) results[service].successAt = clock()
      else
        Object.assign(results[service], {
          failureAt: clock(),
          failure: describeFailure(error),
        })
      serviceCalls.inc({ service, result: isRefused ? 'refused' : 'failed' })
      throw error
    }
  }
  return { results, watch }
}

export const watchedMailer = (mailer: Mailer, watch: Watch): Mailer => ({
  ...mailer,
  send: (mail) => watch('MAIL', () => mailer.send(mail)),
})

/**
 * Uploads from people aren't watched: they fail when the sender disconnects.
 */
export const watchedFiles = (files: FileStore, watch: Watch): FileStore => ({
  ...files,
  read: (key, range) => watch('FILES', () => files.read(key, range)),
  receive: async (content) => {
    const received = await files.receive(content)
    return {
      ...received,
      keep: (key) => watch('FILES', () => received.keep(key)),
    }
  },
})
