import * as api from '@portal/contract/loan/api'
import type { FastifyInstance } from 'fastify'
import { serve } from '../lib/http/serve.ts'
import type { LoanDock } from '../lib/integrations/loan-dock.ts'
import { lookUpLoan } from './look-up.ts'

/** Loans in LoanDock. */
export function loanRoutes(
  app: FastifyInstance,
  { loanDock }: { loanDock: LoanDock },
) {
  serve(app, api.getLoan, ({ ctx, params }) =>
    lookUpLoan(ctx, loanDock, params.n),
  )
  serve(app, api.checkLoan, ({ ctx, params }) =>
    lookUpLoan(ctx, loanDock, params.n),
  )
  serve(app, api.underwriterCheckLoan, ({ ctx, params }) =>
    lookUpLoan(ctx, loanDock, params.n),
  )
}
