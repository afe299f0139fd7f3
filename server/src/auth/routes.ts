import * as api from '@portal/contract/auth/api'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../lib/db.ts'
import { serve } from '../lib/serve.ts'
import type { Settings } from '../lib/settings.ts'
import type { SessionCookie } from './cookie.ts'
import { logIn } from './log-in.ts'
import { getProfile } from './profile.ts'
import { closeSession, hashOf } from './session.ts'
import type { TicketReader } from './tickets.ts'

type House = {
  db: Db
  clock: () => Date
  cookie: SessionCookie
  readTicket: TicketReader
  brand: Settings['brand']
  loanDockUrl: string
  forget: (token: string) => void
}

export function authRoutes(app: FastifyInstance, house: House) {
  const { db, clock, cookie, readTicket, brand, loanDockUrl, forget } = house

  serve(app, api.logIn, async ({ body, reply }) => {
    const userAgent = reply.request.headers['user-agent'] ?? ''
    const { token, userId } = await logIn({ db, now: clock(), readTicket, userAgent }, body.loanDockId)
    cookie.set(reply, token)
    return getProfile(db, userId)
  })

  serve(app, api.logOut, async ({ reply }) => {
    const token = cookie.read(reply.request)
    if (token) {
      await closeSession(db, hashOf(token))
      forget(token)
    }
    cookie.clear(reply)
    return { signedOut: true as const }
  })

  serve(app, api.getProfile, ({ ctx }) => getProfile(ctx.db, ctx.actor.id))

  serve(app, api.getBranding, async () => ({
    name: brand.name,
    logoUrl: brand.logoUrl ?? null,
    color: brand.color ?? null,
    loanDockUrl,
  }))
}
