import * as api from '@portal/contract/auth/api'
import type { FastifyInstance } from 'fastify'
import { serve } from '../lib/serve.ts'
import type { Settings } from '../lib/settings.ts'
import type { SessionCookie } from './cookie.ts'
import type { logIn } from './log-in.ts'
import { getProfile } from './profile.ts'

type House = {
  cookie: SessionCookie
  /** Turns a LoanDock ticket into a session. */
  enter: (loanDockId: string, userAgent: string, former: string | undefined) => ReturnType<typeof logIn>
  /** Ends the session that a cookie holds. */
  leave: (token: string) => Promise<unknown>
  brand: Settings['brand']
  loanDockUrl: string
}

export function authRoutes(app: FastifyInstance, house: House) {
  const { cookie, enter, leave, brand, loanDockUrl } = house

  serve(app, api.logIn, async ({ body, reply }) => {
    const { token, profile } = await enter(
      body.loanDockId,
      reply.request.headers['user-agent'] ?? '',
      cookie.read(reply.request),
    )
    cookie.set(reply, token)
    return profile
  })

  serve(app, api.logOut, async ({ reply }) => {
    const token = cookie.read(reply.request)
    if (token) await leave(token)
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
