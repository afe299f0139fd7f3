import { z } from 'zod'
import type { Mailer } from '../lib/integrations/mail.ts'
import type { Handler, Jobs } from '../lib/jobs/job.ts'
import { resetPassword } from './links/set-password.ts'
import {
  type MailDeps,
  type Notice,
  noticeNames,
  sendCode,
  sendLink,
  sendNotice,
} from './send-mail.ts'

type AuthJobs = {
  'send-code': { challengeId: string; number: number }
  'send-link': { linkId: string }
  'reset-password': { key: string; sealed: string }
  'send-sign-in-notice': { userId: string; notice: Notice; at: string }
}
declare module '../lib/jobs/job.ts' {
  interface JobData extends AuthJobs {}
}

export type MailJobDeps = Omit<MailDeps, 'mailer' | 'now'> & {
  clock: () => Date
  /** Undefined if there is no mail server. */
  mailer: Mailer | undefined
}

/** The handler of a job that mails; null if there is no mail server. */
export const withMailer =
  <Data>(send: (deps: MailDeps, data: Data) => Promise<void>) =>
  ({ mailer, clock, ...deps }: MailJobDeps): Handler<Data> | null =>
    mailer ? (data) => send({ ...deps, mailer, now: clock() }, data) : null

export const authJobs: Jobs<AuthJobs, MailJobDeps> = {
  'send-code': {
    data: z.object({ challengeId: z.uuid(), number: z.number().int() }),
    retryLimit: 6,
    retryDelay: 2,
    expireInSeconds: 30,
    createHandler: withMailer(sendCode),
  },
  'send-link': {
    data: z.object({ linkId: z.uuid() }),
    retryLimit: 12,
    retryDelay: 5,
    expireInSeconds: 30,
    createHandler: withMailer(sendLink),
  },
  'reset-password': {
    data: z.object({ key: z.string(), sealed: z.string() }),
    retryLimit: 6,
    retryDelay: 5,
    expireInSeconds: 30,
    createHandler:
      ({ db, keys, clock }) =>
      (request) =>
        resetPassword({ db, now: clock(), keys }, request),
  },
  'send-sign-in-notice': {
    data: z.object({
      userId: z.uuid(),
      notice: z.enum(noticeNames),
      at: z.iso.datetime(),
    }),
    retryLimit: 12,
    retryDelay: 10,
    expireInSeconds: 30,
    isForTenants: true,
    createHandler: withMailer(sendNotice),
  },
}
