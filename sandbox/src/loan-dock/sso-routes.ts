import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { sendPage } from '../lib/page.ts'
import { chooserPage, refusedReturnPage } from './chooser-page.ts'
import { Account, Refusal } from './model.ts'
import { checkedReturn, type PortalOrigins } from './return-address.ts'
import type { TicketOffice } from './tickets.ts'

type SignIn = {
  accounts: readonly Account[]
  tickets: TicketOffice
  origins: PortalOrigins
  log: (line: string) => void
}

const tags = ['sso']
const AccountChoice = Account.pick({ email: true, kind: true }).extend({ name: z.string(), company: z.string() })
const Ticket = z.object({ loanDockId: z.string().describe('A JWT: Ed25519, 60 s, to be used once') })
const Keys = z.object({ keys: z.array(z.looseObject({ kid: z.string() })) })

// Checked by hand, so that what is wrong is told by a page and not by JSON.
const Asked = z.object({ return_to: z.unknown().optional(), search: z.string().max(200).catch('') })
const Chosen = z.object({ return_to: z.unknown().optional(), email: z.string().catch('') })

/** Signing in: the keys, the page that lets one choose an account, and tickets for scripts. */
export const ssoRoutes =
  ({ accounts, tickets, origins, log }: SignIn) =>
  async (root: FastifyInstance) => {
    const app = root.withTypeProvider<ZodTypeProvider>()
    const byEmail = new Map(accounts.map((account) => [account.email, account]))
    const accountOf = (email: string) => byEmail.get(email.trim().toLowerCase())

    root.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )

    app.get(
      '/.well-known/jwks.json',
      { schema: { summary: 'The keys that tickets are checked by', tags, response: { 200: Keys } } },
      async () => Keys.parse(tickets.jwks),
    )

    app.get(
      '/sso/authorize',
      {
        schema: {
          summary: 'The account chooser',
          description: 'Query: return_to, an address on an allowed portal.',
          tags,
        },
      },
      async ({ query }, reply) => {
        const { return_to, search } = Asked.parse(query)
        const returnTo = checkedReturn(origins, return_to)
        if (!returnTo) return sendPage(reply, 400, refusedReturnPage(origins.list()))
        // Browsers hold the redirect that answers the form to the same rule as the form itself.
        return sendPage(
          reply,
          200,
          chooserPage({ accounts, returnTo, search }),
          `form-action 'self' ${returnTo.origin}`,
        )
      },
    )

    app.post(
      '/sso/authorize',
      {
        schema: {
          summary: 'An account was chosen',
          description: 'Form: return_to, email. Redirects with ?loanDockId=.',
          tags,
        },
      },
      async ({ body }, reply) => {
        const { return_to, email } = Chosen.parse(body ?? {})
        const returnTo = checkedReturn(origins, return_to)
        if (!returnTo) return sendPage(reply, 400, refusedReturnPage(origins.list()))
        const account = accountOf(email)
        if (!account) return sendPage(reply, 400, chooserPage({ accounts, returnTo, search: email }))
        returnTo.searchParams.set('loanDockId', await tickets.issue(account))
        log(`LoanDock: ${account.email} signs in at ${returnTo.origin}`)
        return reply
          .header('referrer-policy', 'no-referrer')
          .header('cache-control', 'no-store')
          .redirect(returnTo.href, 303)
      },
    )

    app.get(
      '/sso/accounts',
      { schema: { summary: 'Who can sign in', tags, response: { 200: z.object({ items: z.array(AccountChoice) }) } } },
      async () => ({
        items: accounts.map(({ email, firstName, lastName, kind, company }) => ({
          email,
          name: `${firstName} ${lastName}`,
          kind,
          company: company.name,
        })),
      }),
    )

    app.post(
      '/sso/tickets',
      {
        schema: {
          summary: 'A ticket without the page',
          tags,
          body: z.object({ email: z.string() }),
          response: { 200: Ticket, 400: Refusal, 404: Refusal },
        },
      },
      async ({ body }, reply) => {
        const account = accountOf(body.email)
        if (!account) return reply.code(404).send({ error: 'There is no account with this e-mail address' })
        return { loanDockId: await tickets.issue(account) }
      },
    )
  }
