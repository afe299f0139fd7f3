import * as api from '@portal/contract/auth/tpr-api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../lib/db.ts'
import type { Passkeys } from '../lib/passkeys.ts'
import type { Keys } from '../lib/secret-key.ts'
import { serve } from '../lib/serve.ts'
import { askPasskey } from './ask-passkey.ts'
import type { SignedIn } from './complete-sign-in.ts'
import type { challengeCookie, deviceCookie, SessionCookie } from './cookie.ts'
import { enterCode } from './enter-code.ts'
import { enterPasskey } from './enter-passkey.ts'
import { enterPassword, type Visitor } from './enter-password.ts'
import { getChallenge } from './find-challenge.ts'
import { bearerOf, findLink } from './find-link.ts'
import { networkOf } from './find-network.ts'
import { inviteReviewers } from './invite-reviewers.ts'
import { resendCode } from './resend-code.ts'
import { askReset } from './reset-password.ts'
import { setPassword } from './set-password.ts'

type House = {
  db: Db
  clock: () => Date
  keys: Keys
  passkeys: Passkeys
  brandName: string
  cookies: {
    session: SessionCookie
    challenge: ReturnType<typeof challengeCookie>
    device: ReturnType<typeof deviceCookie>
  }
}

/** The sign-in of reviewers. Nobody is signed in yet, so each call brings its own instant and what the browser is known by. */
export function tprRoutes(app: FastifyInstance, { db, clock, keys, passkeys, brandName, cookies }: House) {
  const now = () => ({ db, now: clock(), keys })

  const visitorOf = (request: FastifyRequest): Visitor => ({
    ip: networkOf(request.ip),
    userAgent: request.headers['user-agent'] ?? '',
    session: cookies.session.read(request),
    challenge: cookies.challenge.read(request),
    device: cookies.device.read(request),
  })

  const letIn = (reply: FastifyReply, { session, device, profile }: SignedIn) => {
    cookies.session.set(reply, session)
    cookies.device.set(reply, device)
    cookies.challenge.clear(reply)
    return profile
  }

  serve(app, api.enterPassword, async ({ body, reply }) => {
    const { token, challenge } = await enterPassword(now(), visitorOf(reply.request), body)
    cookies.challenge.set(reply, token)
    return challenge
  })
  serve(app, api.getChallenge, ({ reply }) => getChallenge(now(), cookies.challenge.read(reply.request)))
  serve(app, api.resendCode, ({ reply }) => resendCode(now(), visitorOf(reply.request)))
  serve(app, api.enterCode, async ({ body, reply }) =>
    letIn(reply, await enterCode(now(), visitorOf(reply.request), body.code)),
  )
  serve(app, api.askPasskey, ({ reply }) => askPasskey(now(), visitorOf(reply.request), passkeys))
  serve(app, api.enterPasskey, async ({ body, reply }) =>
    letIn(reply, await enterPasskey(now(), visitorOf(reply.request), passkeys, body.response)),
  )

  serve(app, api.checkLink, async ({ reply }) => {
    const { email, purpose } = await findLink(now(), bearerOf(reply.request.headers.authorization))
    return { email, purpose }
  })
  serve(app, api.setPassword, async ({ body, reply }) => {
    const token = bearerOf(reply.request.headers.authorization)
    const { email, device } = await setPassword({ ...now(), brandName }, token, body.password)
    cookies.device.set(reply, device)
    return { email }
  })
  serve(app, api.resetPassword, ({ body, reply }) => askReset(now(), visitorOf(reply.request), body.email))
  // Whether somebody has an account is known to the whole portal only: a reviewer's own requests see one company.
  serve(app, api.inviteReviewers, ({ ctx, body }) => inviteReviewers({ ...ctx, db, keys }, body))
}
