import type { Actor } from '@portal/contract/user/model'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { hashPassword } from '../src/auth/factors/check-password.ts'
import { codeOf } from '../src/auth/send-mail.ts'
import type { Db } from '../src/lib/database/db.ts'
import { appOn, test as base, keys } from './http.ts'
import { jobsOf, rowOf } from './rows.ts'

export const password = 'correct horse battery'
const passwordHash = hashPassword(password)

type Call = { body?: unknown; headers?: Record<string, string> }

/** Somebody's browser at one node: it keeps its cookies, and may be handed to another node. */
export const browserAt = (app: FastifyInstance, jar = new Map<string, string>(), ip = '192.0.2.1') => {
  const call = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    { body, headers = {} }: Call = {},
  ): Promise<LightMyRequestResponse> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.inject({
      method,
      url: `/api/v1${path}`,
      remoteAddress: ip,
      headers: { ...headers, ...(cookie && { cookie }) },
      ...(body !== undefined && { payload: body as object }),
    })
    for (const { name, value } of answer.cookies) {
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
    return answer
  }
  const post = (path: string, body?: unknown) => call('POST', path, { body })
  return {
    app,
    jar,
    call,
    get: (path: string) => call('GET', path),
    post,
    enterPassword: (email: string, given = password) => post('/auth/tpr/email', { email, password: given }),
    enterCode: (code: string) => post('/auth/tpr/email/otp', { code }),
    /** A browser with the cookies that this one has now, at this node or another. */
    copy: (other: FastifyInstance = app) => browserAt(other, new Map(jar), ip),
  }
}
export type Browser = ReturnType<typeof browserAt>

export type Reviewer = Actor & { email: string }

/** What makes reviewers in one database and reads the codes that they are mailed. */
const reviewersIn = (db: Db, make: (person: { role: 'TPR'; companyId?: string }) => Promise<Actor>, now: Date) => ({
  reviewer: async (companyId?: string): Promise<Reviewer> => {
    const actor = await make({ role: 'TPR', ...(companyId && { companyId }) })
    const { email } = await rowOf(db, 'appUser', { id: actor.id })
    await db
      .insertInto('credential')
      .values({ userId: actor.id, passwordHash: await passwordHash, passwordSetAt: now })
      .execute()
    return { ...actor, email }
  },
  /** The newest code that was asked for. */
  codeFor: async ({ id }: { id: string }): Promise<string> => {
    const challenge = await db
      .selectFrom('challenge')
      .select(['id', 'codes'])
      .where('userId', '=', id)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return codeOf(keys, challenge.id, challenge.codes)
  },
})

/** Six digits that are not these. */
export const anotherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** A portal of two nodes under one clock, which a test moves, with reviewers who sign in. */
export const test = base
  .extend('time', ({ now }) => {
    let at = now.getTime()
    return {
      now: () => new Date(at),
      pass: (seconds: number) => {
        at += seconds * 1000
      },
    }
  })
  .extend('node', async ({ committed, time }, { onCleanup }) => {
    const app = await appOn(committed, time.now)
    onCleanup(() => app.close())
    return app
  })
  .extend('otherNode', async ({ committed, time }, { onCleanup }) => {
    const app = await appOn(committed, time.now)
    onCleanup(() => app.close())
    return app
  })
  .extend('people', ({ committed, made, now }) => reviewersIn(committed, made.user, now))
  .extend(
    'browser',
    ({ node }) =>
      (ip?: string) =>
        browserAt(node, new Map(), ip),
  )
  .extend('atTheCode', ({ people, browser }) => async () => {
    const reviewer = await people.reviewer()
    const own = browser()
    await own.enterPassword(reviewer.email)
    return { reviewer, own, code: await people.codeFor(reviewer) }
  })
  /** Strangers from many addresses, at either node in turn. */
  .extend(
    'strangers',
    ({ node, otherNode }) =>
      (count: number) =>
        Array.from({ length: count }, (_, n) => browserAt(n % 2 ? otherNode : node, new Map(), `192.0.2.${n}`)),
  )
  .extend(
    'queued',
    ({ committed }) =>
      (name: string) =>
        jobsOf(committed, name),
  )
  .extend('signIn', ({ people, browser }) => async (reviewer: Reviewer, own: Browser = browser()): Promise<Browser> => {
    await own.enterPassword(reviewer.email)
    const answer = await own.enterCode(await people.codeFor(reviewer))
    if (answer.statusCode !== 200) throw new Error(`Could not sign in: ${answer.body}`)
    return own
  })
