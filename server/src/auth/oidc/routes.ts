import type { OidcProblem } from '@portal/contract/auth/messages'
import * as api from '@portal/contract/auth/oidc-api'
import { signInPath } from '@portal/contract/user/navigation'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../lib/errors.ts'
import { serve } from '../../lib/http/serve.ts'
import {
  describeOidcError,
  isOidcUnavailable,
} from '../../lib/integrations/oidc.ts'
import type { Logger } from '../../lib/log.ts'
import type { Cookie } from '../sessions/cookie.ts'
import { endProviderSessions } from './end-sessions.ts'
import { OidcRefusal } from './link-account.ts'
import {
  logInByOidc,
  type OidcDeps,
  readSignIn,
  startSignIn,
} from './log-in.ts'

type Deps = {
  /** Undefined if single sign-on is off. */
  oidc: () => OidcDeps | undefined
  cookies: { session: Cookie; oidc: Cookie }
  log: Logger
  forgetSessions: () => void
}

/**
 * Always a page of the portal, which then checks and opens the address to
 * return to.
 */
const signInPage = (search: Record<string, string | undefined>) => {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (value) given.set(name, value)
  return given.size === 0 ? signInPath : `${signInPath}?${given}`
}

/** What the sign-in page says; the reason is in the log. */
function explain(log: Logger, error: unknown): OidcProblem {
  const failure = isOidcUnavailable(error) ? 'UNAVAILABLE' : 'FAILED'
  const problem = error instanceof OidcRefusal ? error.problem : failure
  log.warn({ problem, oidc: describeOidcError(error) }, 'single sign-on failed')
  return problem
}

const requireOidc = ({ oidc }: Deps): OidcDeps => {
  const deps = oidc()
  if (!deps) throw notFound('Page')
  return deps
}

/** Sign-in and sign-out through the identity provider. */
export function oidcRoutes(app: FastifyInstance, deps: Deps) {
  startRoute(app, deps)
  completionRoute(app, deps)
  app.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) =>
        done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    serve(forms, api.endOidcSessions, async ({ body }) => ({
      ended: await endProviderSessions(requireOidc(deps), body.logout_token),
    }))
  })
}

function startRoute(app: FastifyInstance, deps: Deps) {
  const { cookies, log } = deps
  serve(
    app,
    api.startOidcSignIn,
    async ({ query: { returnTo, switchAccount }, reply }) => {
      const oidc = requireOidc(deps)
      const isOwnPage =
        reply.request.headers['sec-fetch-site'] === 'same-origin'
      const maySwitch = switchAccount === true && isOwnPage
      try {
        const { url, cookie } = await startSignIn(oidc, { returnTo, maySwitch })
        cookies.oidc.set(reply, cookie)
        return reply.redirect(url, 303)
      } catch (error) {
        return reply.redirect(
          signInPage({ returnTo, problem: explain(log, error) }),
          303,
        )
      }
    },
  )
}

function completionRoute(app: FastifyInstance, deps: Deps) {
  const { cookies, log, forgetSessions } = deps
  serve(app, api.completeOidcSignIn, async ({ reply }) => {
    const oidc = requireOidc(deps)
    const { request } = reply
    const userAgent = request.headers['user-agent'] ?? ''
    let returnTo: string | undefined
    try {
      const signIn = readSignIn(oidc, cookies.oidc.read(request))
      returnTo = signIn.returnTo
      const query = new URL(request.url, 'https://portal.invalid').search
      const former = cookies.session.read(request)
      cookies.session.set(
        reply,
        await logInByOidc(oidc, { signIn, query, userAgent, former }),
      )
      cookies.oidc.clear(reply)
      // Groups may have changed the rights of the user's other sessions.
      forgetSessions()
      return reply.redirect(signInPage({ returnTo }), 303)
    } catch (error) {
      return reply.redirect(
        signInPage({ returnTo, problem: explain(log, error) }),
        303,
      )
    }
  })
}
