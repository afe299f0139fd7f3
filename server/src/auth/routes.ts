import * as api from '@portal/contract/auth/api'
import * as factors from '@portal/contract/auth/factor-api'
import * as tpr from '@portal/contract/auth/tpr-api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../lib/ctx.ts'
import { serve } from '../lib/http/serve.ts'
import type { Oidc } from '../lib/integrations/oidc.ts'
import type { Passkeys } from '../lib/integrations/passkeys.ts'
import type { Keys } from '../lib/integrations/secret-key.ts'
import type { Logger } from '../lib/log.ts'
import type { Settings } from '../lib/settings.ts'
import {
  addPasskey,
  checkOwnPasskey,
  removePasskey,
  startPasskey,
} from './factors/add-passkey.ts'
import { confirmTotp, removeTotp, startTotp } from './factors/add-totp.ts'
import {
  getChallenge,
  resendCode,
  type SignInDeps,
  type Visitor,
} from './factors/challenge.ts'
import { checkOwnPassword, findFactors } from './factors/check-own-password.ts'
import {
  createRecoveryCodes,
  enterRecoveryCode,
} from './factors/create-recovery-codes.ts'
import {
  enterCode,
  enterPasskey,
  enterPassword,
  requestPasskey,
} from './factors/enter-code.ts'
import { listWiderNetworks, toNetwork } from './factors/throttle.ts'
import { inviteReviewers } from './links/invite-reviewers.ts'
import { findLink, readBearer } from './links/open-link.ts'
import {
  changePassword,
  requestReset,
  setPassword,
} from './links/set-password.ts'
import { findSignOutUrl } from './oidc/end-sessions.ts'
import type { OidcDeps } from './oidc/log-in.ts'
import { oidcRoutes } from './oidc/routes.ts'
import { getMe, getProfile } from './profile.ts'
import type { SignedIn } from './sessions/complete-sign-in.ts'
import type { Cookie, Cookies } from './sessions/cookie.ts'
import { logIn } from './sessions/log-in.ts'
import {
  closeSession,
  endOtherSessions,
  endSession,
  hashToken,
  listSessions,
  renewSession,
} from './sessions/session.ts'
import type { TicketReader } from './sessions/tickets.ts'

type Deps = {
  /** Makes the deps of calls that have no ctx yet. */
  signIn: () => SignInDeps
  keys: Keys
  passkeys: Passkeys
  brand: Settings['brand']
  canMail: boolean
  loanDockUrl: string
  readTicket: TicketReader
  firstAdminEmail: string | undefined
  /** Undefined if single sign-on is off. */
  oidc: Oidc | undefined
  log: Logger
  cookies: Cookies
  /** Clears this node's cache of sessions. */
  forgetSessions: () => void
}

export function authRoutes(app: FastifyInstance, deps: Deps) {
  const { oidc, log, brand, firstAdminEmail } = deps
  const oidcDeps = () =>
    oidc && {
      ...deps.signIn(),
      oidc,
      log,
      brandName: brand.name,
      firstAdminEmail,
    }
  sessionRoutes(app, deps, oidcDeps)
  oidcRoutes(app, { ...deps, oidc: oidcDeps })
  reviewerRoutes(app, deps)
  linkRoutes(app, deps)
  ownSessionRoutes(app, deps.cookies.session)
  authenticatorRoutes(app, deps)
  passkeyRoutes(app, deps)
  recoveryRoutes(app, deps)
  passwordRoute(app, deps)
}

/** Signing in with LoanDock, and out. */
function sessionRoutes(
  app: FastifyInstance,
  deps: Deps,
  oidcDeps: () => OidcDeps | undefined,
) {
  const {
    signIn,
    brand,
    canMail,
    loanDockUrl,
    readTicket,
    firstAdminEmail,
    oidc,
    forgetSessions,
  } = deps
  const cookie = deps.cookies.session

  serve(app, api.logIn, async ({ body, reply }) => {
    const userAgent = reply.request.headers['user-agent'] ?? ''
    const deps = {
      ...signIn(),
      readTicket,
      userAgent,
      former: cookie.read(reply.request),
      firstAdminEmail,
    }
    const { token, profile } = await logIn(deps, body.loanDockId)
    cookie.set(reply, token)
    return profile
  })
  serve(app, api.logOut, async ({ reply }) => {
    const token = cookie.read(reply.request)
    const withOidc = oidcDeps()
    const redirectTo =
      token && withOidc ? await findSignOutUrl(withOidc, token) : null
    if (token && (await closeSession(signIn().db, hashToken(token))))
      forgetSessions()
    cookie.clear(reply)
    return { signedOut: true as const, redirectTo }
  })
  serve(app, api.getMe, ({ ctx, reply }) => getMe(ctx, reply.request.signedIn))
  serve(app, api.getProfile, ({ ctx }) => getProfile(ctx.db, ctx.actor.id))
  serve(app, api.getBranding, async () => ({
    name: brand.name,
    logoUrl: brand.logoUrl ?? null,
    color: brand.color ?? null,
    loanDockUrl,
    oidcLabel: oidc?.settings.label ?? null,
    supportEmail: brand.supportEmail ?? null,
    supportPhone: brand.supportPhone ?? null,
    sendsEmail: canMail,
  }))
}

const toVisitor = (request: FastifyRequest, cookies: Cookies): Visitor => ({
  ip: toNetwork(request.ip),
  networks: listWiderNetworks(request.ip),
  userAgent: request.headers['user-agent'] ?? '',
  session: cookies.session.read(request),
  challenge: cookies.challenge.read(request),
  device: cookies.device.read(request),
})

function reviewerRoutes(
  app: FastifyInstance,
  { signIn, passkeys, cookies }: Deps,
) {
  const startSession = (
    reply: FastifyReply,
    { session, device, profile }: SignedIn,
  ) => {
    cookies.session.set(reply, session)
    cookies.device.set(reply, device)
    cookies.challenge.clear(reply)
    return profile
  }

  serve(app, tpr.enterPassword, async ({ body, reply }) => {
    const { token, challenge } = await enterPassword(
      signIn(),
      toVisitor(reply.request, cookies),
      body,
    )
    cookies.challenge.set(reply, token)
    return challenge
  })
  serve(app, tpr.getChallenge, ({ reply }) =>
    getChallenge(signIn(), cookies.challenge.read(reply.request)),
  )
  serve(app, tpr.resendCode, ({ reply }) =>
    resendCode(signIn(), toVisitor(reply.request, cookies)),
  )
  serve(app, tpr.enterCode, async ({ body, reply }) => {
    const visitor = toVisitor(reply.request, cookies)
    const signedIn = await enterCode(signIn(), visitor, body.code)
    return startSession(reply, signedIn)
  })
  serve(app, tpr.enterRecoveryCode, async ({ body, reply }) => {
    const visitor = toVisitor(reply.request, cookies)
    const signedIn = await enterRecoveryCode(signIn(), visitor, body.code)
    return startSession(reply, signedIn)
  })
  serve(app, tpr.requestPasskey, ({ reply }) =>
    requestPasskey(signIn(), toVisitor(reply.request, cookies), passkeys),
  )
  serve(app, tpr.enterPasskey, async ({ body, reply }) => {
    const visitor = toVisitor(reply.request, cookies)
    const signedIn = await enterPasskey(
      signIn(),
      visitor,
      passkeys,
      body.response,
    )
    return startSession(reply, signedIn)
  })
}

/** Emailed links: invitations and new passwords. */
function linkRoutes(
  app: FastifyInstance,
  { signIn, keys, brand, cookies }: Deps,
) {
  serve(app, tpr.checkLink, async ({ reply }) => {
    const { email, purpose } = await findLink(
      signIn(),
      readBearer(reply.request.headers.authorization),
    )
    return { email, purpose }
  })
  serve(app, tpr.setPassword, async ({ body, reply }) => {
    const token = readBearer(reply.request.headers.authorization)
    const { email, device } = await setPassword(
      { ...signIn(), brandName: brand.name },
      token,
      body.password,
    )
    cookies.device.set(reply, device)
    return { email }
  })
  serve(app, tpr.resetPassword, ({ body, reply }) =>
    requestReset(signIn(), toVisitor(reply.request, cookies), body.email),
  )
  // With the unrestricted `db`: a reviewer's ctx sees one company, and accounts
  // are unique over all.
  serve(app, tpr.inviteReviewers, ({ ctx, body }) =>
    inviteReviewers({ ...ctx, db: signIn().db, keys }, body),
  )
}

const ownHash = (cookie: Cookie, reply: FastifyReply) =>
  hashToken(cookie.read(reply.request) ?? '')

/**
 * Checks the actor's password and renews the session; returns the new hash.
 */
async function confirmPassword(
  ctx: Ctx,
  { keys, cookies }: Pick<Deps, 'keys' | 'cookies'>,
  reply: FastifyReply,
  password: string,
): Promise<Buffer> {
  const cookie = cookies.session
  await checkOwnPassword({ ...ctx, keys }, password)
  const token = await renewSession(ctx.db, ownHash(cookie, reply), ctx.now)
  cookie.set(reply, token)
  return hashToken(token)
}

function ownSessionRoutes(app: FastifyInstance, cookie: Cookie) {
  serve(app, tpr.listSessions, ({ ctx, reply }) =>
    listSessions(ctx, ownHash(cookie, reply)),
  )
  serve(app, tpr.endSession, async ({ ctx, params: { id }, reply }) => {
    const ended = await endSession(ctx, id)
    if (ended.equals(ownHash(cookie, reply))) cookie.clear(reply)
    return { id }
  })
  serve(app, tpr.endOtherSessions, async ({ ctx, reply }) => ({
    ended: await endOtherSessions(ctx, ownHash(cookie, reply)),
  }))
}

function authenticatorRoutes(app: FastifyInstance, deps: Deps) {
  const { keys, brand } = deps
  serve(app, factors.getSecondFactors, ({ ctx }) => findFactors(ctx))
  serve(app, factors.startTotp, async ({ ctx, body, reply }) => {
    await confirmPassword(ctx, deps, reply, body.password)
    return startTotp({ ...ctx, keys }, brand.name)
  })
  serve(app, factors.confirmTotp, ({ ctx, body }) =>
    confirmTotp({ ...ctx, keys }, body.code),
  )
  serve(app, factors.removeTotp, async ({ ctx, body, reply }) => {
    await confirmPassword(ctx, deps, reply, body.password)
    return removeTotp(ctx)
  })
}

function recoveryRoutes(app: FastifyInstance, deps: Deps) {
  serve(app, factors.createRecoveryCodes, async ({ ctx, body, reply }) => {
    await confirmPassword(ctx, deps, reply, body.password)
    return createRecoveryCodes({ ...ctx, keys: deps.keys })
  })
}

function passkeyRoutes(app: FastifyInstance, deps: Deps) {
  const { passkeys, cookies, keys } = deps
  const cookie = cookies.session
  serve(app, factors.startPasskey, async ({ ctx, body, reply }) => {
    const hash = await confirmPassword(ctx, deps, reply, body.password)
    return startPasskey(ctx, passkeys, hash)
  })
  serve(app, factors.addPasskey, ({ ctx, body, reply }) =>
    addPasskey({ ...ctx, keys }, passkeys, ownHash(cookie, reply), body),
  )
  serve(
    app,
    factors.removePasskey,
    async ({ ctx, params: { id }, body, reply }) => {
      await checkOwnPasskey(ctx, id)
      await confirmPassword(ctx, deps, reply, body.password)
      return removePasskey(ctx, id)
    },
  )
}

function passwordRoute(app: FastifyInstance, { keys, brand, cookies }: Deps) {
  const cookie = cookies.session
  serve(app, factors.changePassword, async ({ ctx, body, reply }) => {
    const token = await changePassword(
      { ...ctx, keys, brandName: brand.name },
      ownHash(cookie, reply),
      body,
    )
    cookie.set(reply, token)
    return { changed: true as const }
  })
}
