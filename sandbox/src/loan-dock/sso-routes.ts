import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { ErrorBody, type Server } from '../lib/http-server.ts'
import { html, sendPage, serveAsset, serveStyles } from '../lib/pages.ts'
import { Account, accounts, getName } from './accounts.ts'
import { sendChooser } from './chooser.ts'
import type { Tickets } from './tickets.ts'

type Options = {
  tickets: Tickets
  portalOrigins: readonly string[]
  log: (line: string) => void
}

const tags = ['sso']
const brand = 'LoanDock'
const AccountChoice = Account.pick({ email: true, kind: true }).extend({
  name: z.string(),
  company: z.string(),
})
const Keys = z.object({ keys: z.array(z.looseObject({ kid: z.string() })) })
const Ticket = z.object({
  loanDockId: z.string().describe('A JWT that is valid for 60 s'),
})
// Anything is accepted here, since mistakes are explained by a page and not by
// JSON.
const Choice = z
  .object({ return_to: z.unknown().optional(), email: z.string().catch('') })
  .default({ email: '' })

const findAccount = (email: string) =>
  accounts.find((account) => account.email === email.trim().toLowerCase())

/** Shows the page where people choose an account. */
const sendAccounts = (reply: FastifyReply, returnTo: URL) =>
  sendChooser(reply, {
    brand,
    action: '/sso/authorize',
    hidden: { return_to: returnTo.href },
    returnTo: returnTo.host,
    // Browsers apply form-action to the redirect that answers the form, too.
    formActions: [returnTo.origin],
  })

const sendRefusal = (reply: FastifyReply, origins: readonly string[]) =>
  sendPage(reply, {
    title: 'Sign-in cannot continue',
    brand,
    status: 400,
    main: html`<h1>Sign-in cannot continue</h1>
<p class="lead">The page you came from asked to send you to an address that LoanDock does not recognize. No one was signed in.</p>
<p>LoanDock sends people back to these portals only:</p>
<ul>${origins.map((origin) => html`<li><a href="${origin}">${origin}</a></li>`)}</ul>`,
  })

/**
 * Signing in: the keys, the page where people choose an account, and tickets
 * for scripts.
 */
export function ssoRoutes(
  app: Server,
  { tickets, portalOrigins, log }: Options,
) {
  serveStyles(app)
  serveAsset(
    app,
    new URL('./chooser.js', import.meta.url),
    'text/javascript; charset=utf-8',
  )
  app.get(
    '/.well-known/jwks.json',
    {
      schema: {
        summary: 'The keys that tickets are verified with',
        tags,
        response: { 200: Keys },
      },
    },
    async () => Keys.parse(tickets.jwks),
  )
  chooserRoutes(app, { tickets, portalOrigins, log })
  accountRoutes(app)
  ticketRoute(app, tickets)
}

/** The page where people choose an account. */
function chooserRoutes(app: Server, { tickets, portalOrigins, log }: Options) {
  const origins = portalOrigins.map((origin) => new URL(origin).origin)

  /**
   * The address to return to: absolute, on a known portal, without a name or
   * password; else null.
   */
  const parseReturnAddress = (address: unknown): URL | null => {
    const url = typeof address === 'string' ? URL.parse(address) : null
    if (!url || url.username || url.password) return null
    return origins.includes(url.origin) ? url : null
  }

  app.get(
    '/sso/authorize',
    {
      schema: {
        summary: 'The account chooser',
        description: 'Query: return_to, an address on a known portal.',
        tags,
      },
    },
    async ({ query }, reply) => {
      const returnTo = parseReturnAddress(Choice.parse(query).return_to)
      return returnTo
        ? sendAccounts(reply, returnTo)
        : sendRefusal(reply, origins)
    },
  )

  app.post(
    '/sso/authorize',
    {
      schema: {
        summary: 'Choose an account',
        description: 'Form: return_to, email. Redirects with ?loanDockId=.',
        tags,
      },
    },
    async ({ body }, reply) => {
      const { return_to, email } = Choice.parse(body ?? undefined)
      const returnTo = parseReturnAddress(return_to)
      if (!returnTo) return sendRefusal(reply, origins)
      const account = findAccount(email)
      if (!account) return sendAccounts(reply, returnTo)
      returnTo.searchParams.set('loanDockId', await tickets.issue(account))
      log(`LoanDock: ${account.email} signs in at ${returnTo.origin}`)
      reply.headers({
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      return reply.redirect(returnTo.href, 303)
    },
  )
}

function accountRoutes(app: Server) {
  app.get(
    '/sso/accounts',
    {
      schema: {
        summary: 'Who can sign in',
        tags,
        response: { 200: z.object({ items: z.array(AccountChoice) }) },
      },
    },
    async () => ({
      items: accounts.map((account) => ({
        ...account,
        name: getName(account),
        company: account.company.name,
      })),
    }),
  )

  app.get(
    '/accounts',
    {
      schema: {
        summary: 'All accounts',
        tags,
        response: { 200: z.object({ items: z.array(Account) }) },
      },
    },
    async () => ({ items: [...accounts] }),
  )
}

/** Tickets for scripts, without the page. */
function ticketRoute(app: Server, tickets: Options['tickets']) {
  app.post(
    '/sso/tickets',
    {
      schema: {
        summary: 'A ticket without the page',
        tags,
        body: z.object({ email: z.string() }),
        response: { 200: Ticket, 404: ErrorBody },
      },
    },
    async ({ body }, reply) => {
      const account = findAccount(body.email)
      if (!account)
        return reply
          .code(404)
          .send({ error: 'There is no account with this email address' })
      return { loanDockId: await tickets.issue(account) }
    },
  )
}
