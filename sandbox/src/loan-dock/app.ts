import type { FastifyInstance } from 'fastify'
import { makeServer } from '../lib/http-server.ts'
import { serveAssets } from '../lib/page.ts'
import { accountRoutes } from './account-routes.ts'
import { makeDocumentShelf } from './document-shelf.ts'
import { faultRoutes } from './fault-routes.ts'
import { applyFaults, type FaultSwitch } from './faults.ts'
import type { LoanBook } from './loan-book.ts'
import { loanRoutes } from './loan-routes.ts'
import type { Account } from './model.ts'
import type { PortalOrigins } from './return-address.ts'
import { ssoRoutes } from './sso-routes.ts'
import type { TicketOffice } from './tickets.ts'

/** What LoanDock is made of. */
export type LoanDockParts = {
  accounts: readonly Account[]
  book: LoanBook
  tickets: TicketOffice
  faults: FaultSwitch
  origins: PortalOrigins
  log: (line: string) => void
  now: () => Date
}

const description =
  'The loan platform of the buyer, as the portal sees it. This one is a sandbox: its people and loans are invented.'

/** LoanDock as a server that does not listen yet. */
export const makeLoanDock = ({
  accounts,
  book,
  tickets,
  faults,
  origins,
  log,
  now,
}: LoanDockParts): FastifyInstance => {
  const app = makeServer({ title: 'LoanDock', description }, log)
  applyFaults(app, faults)
  app.register(loanRoutes(book, makeDocumentShelf(now)))
  app.register(accountRoutes(accounts))
  app.register(ssoRoutes({ accounts, tickets, origins, log }))
  app.register(faultRoutes(faults, log))
  app.register(async (scope) =>
    serveAssets(scope, {
      'pages.css': new URL('../lib/pages.css', import.meta.url),
      'chooser.js': new URL('./chooser.js', import.meta.url),
    }),
  )
  return app
}
