import type Provider from 'oidc-provider'
import { z } from 'zod'
import { ErrorBody, type Server } from '../lib/http-server.ts'
import { serveAsset, serveStyles } from '../lib/pages.ts'
import { accounts } from '../loan-dock/accounts.ts'
import { sendChooser } from '../loan-dock/chooser.ts'

/**
 * Claims by email, which override the account's: groups, email_verified and so
 * on.
 */
export type ExtraClaims = Map<string, Record<string, unknown>>

type Options = {
  provider: () => Provider
  claims: ExtraClaims
  portalOrigins: readonly string[]
}

const uid = z.object({ uid: z.string() })
const brand = 'Single sign-on'

/**
 * The page where people choose an account, and a call that changes someone's
 * claims.
 */
export function accountRoutes(
  app: Server,
  { provider, claims, portalOrigins }: Options,
) {
  serveStyles(app)
  serveAsset(
    app,
    new URL('../loan-dock/chooser.js', import.meta.url),
    'text/javascript; charset=utf-8',
  )

  app.get(
    '/interaction/:uid',
    { schema: { hide: true, params: uid } },
    async ({ params }, reply) =>
      sendChooser(reply, {
        brand,
        action: `/interaction/${params.uid}`,
        hidden: {},
        returnTo: 'the portal',
        formActions: portalOrigins,
      }),
  )

  app.post(
    '/interaction/:uid',
    { schema: { hide: true, params: uid } },
    async ({ body, raw }, reply) => {
      const { email } = z.object({ email: z.string() }).parse(body)
      reply.hijack()
      await provider().interactionFinished(raw, reply.raw, {
        login: { accountId: email },
      })
    },
  )

  app.put(
    '/accounts/:email/claims',
    {
      schema: {
        summary:
          'Change the claims in someone’s ID token, such as {"groups": ["loan-underwriters"]}',
        params: z.object({ email: z.string() }),
        body: z.record(z.string(), z.unknown()),
        response: { 200: z.object({ email: z.string() }), 404: ErrorBody },
      },
    },
    async ({ params: { email }, body }, reply) => {
      if (!accounts.some((account) => account.email === email))
        return reply
          .code(404)
          .send({ error: 'There is no account with this email address' })
      claims.set(email, body)
      return { email }
    },
  )
}
