import { switchRole as switchRoleApi } from '@portal/contract/auth/api'
import * as api from '@portal/contract/auth/factor-api'
import * as sessions from '@portal/contract/auth/tpr-api'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Ctx } from '../lib/ctx.ts'
import type { Passkeys } from '../lib/passkeys.ts'
import type { Keys } from '../lib/secret-key.ts'
import { serve } from '../lib/serve.ts'
import { addPasskey, findOwnPasskey, removePasskey, startPasskey } from './add-passkey.ts'
import { confirmTotp, removeTotp, startTotp } from './add-totp.ts'
import { changePassword } from './change-password.ts'
import { checkOwnPassword } from './check-own-password.ts'
import type { SessionCookie } from './cookie.ts'
import { endOtherSessions, endSession } from './end-session.ts'
import { findFactors } from './find-factors.ts'
import { listSessions } from './list-sessions.ts'
import { hashOf, renewSession } from './session.ts'
import { switchRole } from './switch-role.ts'

type House = {
  keys: Keys
  passkeys: Passkeys
  brandName: string
  cookie: SessionCookie
}

/** What somebody does with their own sign-in: sessions, password, second factors, the role they act in. */
export function factorRoutes(app: FastifyInstance, { keys, passkeys, brandName, cookie }: House) {
  const hashOfThis = (reply: FastifyReply) => hashOf(cookie.read(reply.request) ?? '')

  /** The asker's password was entered again: the session gets a new name, and goes on. */
  const again = async (ctx: Ctx, reply: FastifyReply, password: string): Promise<Buffer> => {
    await checkOwnPassword({ ...ctx, keys }, password)
    const token = await renewSession(ctx.db, hashOfThis(reply), ctx.now)
    cookie.set(reply, token)
    return hashOf(token)
  }

  serve(app, sessions.listSessions, ({ ctx, reply }) => listSessions(ctx, hashOfThis(reply)))
  serve(app, sessions.endSession, async ({ ctx, params: { id }, reply }) => {
    const ended = await endSession(ctx, id)
    if (ended.equals(hashOfThis(reply))) cookie.clear(reply)
    return { id }
  })
  serve(app, sessions.endOtherSessions, async ({ ctx, reply }) => ({
    ended: await endOtherSessions(ctx, hashOfThis(reply)),
  }))

  serve(app, switchRoleApi, ({ ctx, body }) => switchRole(ctx, body.role))

  serve(app, api.getSecondFactors, ({ ctx }) => findFactors(ctx))
  serve(app, api.startTotp, async ({ ctx, body, reply }) => {
    await again(ctx, reply, body.password)
    return startTotp({ ...ctx, keys }, brandName)
  })
  serve(app, api.confirmTotp, ({ ctx, body }) => confirmTotp({ ...ctx, keys }, body.code))
  serve(app, api.removeTotp, async ({ ctx, body, reply }) => {
    await again(ctx, reply, body.password)
    return removeTotp(ctx)
  })

  serve(app, api.startPasskey, async ({ ctx, body, reply }) =>
    startPasskey(ctx, passkeys, await again(ctx, reply, body.password)),
  )
  serve(app, api.addPasskey, ({ ctx, body, reply }) => addPasskey(ctx, passkeys, hashOfThis(reply), body))
  serve(app, api.removePasskey, async ({ ctx, params: { id }, body, reply }) => {
    await findOwnPasskey(ctx, id)
    await again(ctx, reply, body.password)
    return removePasskey(ctx, id)
  })

  serve(app, api.changePassword, async ({ ctx, body, reply }) => {
    cookie.set(reply, await changePassword({ ...ctx, keys, brandName }, hashOfThis(reply), body))
    return { changed: true as const }
  })
}
