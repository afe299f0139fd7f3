import type { Actor } from '@portal/contract/user/model'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { hashPassword } from '../src/auth/factors/check-password.ts'
import {
  getLinkToken,
  openLink,
  type Purpose,
} from '../src/auth/links/open-link.ts'
import { deriveCode } from '../src/auth/send-mail.ts'
import { CookieJar } from './cookie-jar.ts'
import { test as base, keys } from './http.ts'
import { addRow, findRow, findRows } from './rows.ts'

export const password = 'correct horse battery'
export const newPassword = 'my next good password'
/** The email address of no account. */
export const unknownEmail = 'unknown@test.example'
const passwordHash = hashPassword(password)

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type Call = { body?: unknown; headers?: Record<string, string> }

/**
 * A browser at one node: it keeps its cookies, and may be handed to another
 * node.
 */
export const browserAt = (
  app: FastifyInstance,
  jar = new CookieJar(),
  ip = '192.0.2.1',
) => {
  const call = async (
    method: Method,
    path: string,
    { body, headers = {} }: Call = {},
  ) => {
    const cookie = jar.toHeader()
    const answer: LightMyRequestResponse = await app.inject({
      method,
      url: `/api/v1${path}`,
      remoteAddress: ip,
      headers: { ...headers, ...(cookie && { cookie }) },
      ...(body !== undefined && { payload: body as object }),
    })
    for (const { name, value } of answer.cookies) jar.keep(name, value)
    return answer
  }
  const post = (path: string, body?: unknown) => call('POST', path, { body })
  return {
    app,
    jar,
    call,
    get: (path: string) => call('GET', path),
    post,
    enterPassword: (email: string, given = password) =>
      post('/auth/tpr/email', { email, password: given }),
    enterCode: (code: string) => post('/auth/tpr/email/otp', { code }),
    /** Sets a password with the token of an emailed link. */
    setPassword: (token: string, to = newPassword) =>
      call('PATCH', '/auth/tpr/set-password', {
        headers: { authorization: `Bearer ${token}` },
        body: { password: to },
      }),
    /**
     * A browser with the cookies that this one has now, at this node or
     * another.
     */
    copy: (other: FastifyInstance = app) =>
      browserAt(other, new CookieJar(jar), ip),
  }
}
export type Browser = ReturnType<typeof browserAt>

export type Reviewer = Actor & { email: string }

/** Six digits that are not these. */
export const anotherCode = (code: string) =>
  String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/**
 * A portal of two nodes under one clock, which a test moves, with reviewers who
 * sign in.
 */
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
  .extend('node', ({ startNode, time }) => startNode(time.now))
  .extend('otherNode', ({ startNode, time }) => startNode(time.now))
  .extend('people', ({ committed, made, now }) => ({
    reviewer: async (companyId?: string): Promise<Reviewer> => {
      const actor = await made.user({
        role: 'TPR',
        ...(companyId && { companyId }),
      })
      const { email } = await findRow(committed, 'appUser', { id: actor.id })
      const credential = {
        userId: actor.id,
        passwordHash: await passwordHash,
        passwordSetAt: now,
      }
      await addRow(committed, 'credential', credential)
      return { ...actor, email }
    },
    /** The code of the newest sign-in. */
    codeFor: async ({ id }: { id: string }): Promise<string> => {
      const challenges = await findRows(committed, 'challenge', { userId: id })
      const newest = challenges
        .toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt))
        .at(-1)
      if (!newest) throw new Error('No sign-in has begun')
      return deriveCode(keys, newest.id, newest.codes)
    },
  }))
  /** Opens a new browser, without cookies. */
  .extend('browser', ({ node }) => (ip?: string) => {
    return browserAt(node, new CookieJar(), ip)
  })
  .extend('reviewer', ({ people }) => people.reviewer())
  /** A reviewer who has entered the password, and has to enter the code. */
  .extend('atTheCode', ({ people, browser }) => async () => {
    const reviewer = await people.reviewer()
    const own = browser()
    await own.enterPassword(reviewer.email)
    return { reviewer, own, code: await people.codeFor(reviewer) }
  })
  /** Browsers at many addresses, at either node in turn. */
  .extend('strangers', ({ node, otherNode }) => (count: number) => {
    return Array.from({ length: count }, (_, n) =>
      browserAt(n % 2 ? otherNode : node, new CookieJar(), `192.0.2.${n}`),
    )
  })
  .extend(
    'signIn',
    ({ people, browser }) =>
      async (
        reviewer: Reviewer,
        own: Browser = browser(),
      ): Promise<Browser> => {
        await own.enterPassword(reviewer.email)
        const answer = await own.enterCode(await people.codeFor(reviewer))
        if (answer.statusCode !== 200)
          throw new Error(`Could not sign in: ${answer.body}`)
        return own
      },
  )
  /** A browser in which the reviewer is signed in. */
  .extend('own', ({ signIn, reviewer }) => signIn(reviewer))
  /** Creates and emails a link for a person, and returns its token. */
  .extend(
    'createLinkToken',
    ({ committed, time }) =>
      async ({ id }: { id: string }, purpose: Purpose = 'RESET') => {
        await openLink({ db: committed, now: time.now(), keys }, id, purpose)
        const link = await findRow(committed, 'accountLink', {
          userId: id,
          usedAt: null,
        })
        return getLinkToken(keys, link.id)
      },
  )
