import { redirectFor, signInPath } from '@portal/contract/user/navigation'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import {
  ownAddress,
  popLoanDockVisit,
  ticket,
  toProblem,
} from '../../features/auth/sign-in-flow.ts'
import { SignInRoute } from '../../features/auth/sign-in-route.tsx'
import { sessionQuery } from '../../records/auth/queries.ts'

const Search = z.object({
  returnTo: z.string().optional(),
  loanDockId: z.string().optional(),
  problem: z.string().optional(),
})

export const Route = createFileRoute('/multi-factor-auth/')({
  validateSearch: Search,
  beforeLoad: async ({
    context,
    search: { returnTo, loanDockId, problem },
  }) => {
    const isRequested = popLoanDockVisit()
    if (loanDockId) {
      ticket.current = { loanDockId, isRequested }
      throw redirect({ to: signInPath, search: { returnTo }, replace: true })
    }
    if (toProblem(problem) === 'OTHER_ACCOUNT') return
    const profile = await context.queryClient.ensureQueryData(sessionQuery)
    const home = profile && redirectFor(profile, signInPath)
    if (!home) return
    ticket.current = null
    throw redirect({ href: ownAddress(returnTo) ?? home, replace: true })
  },
  component: () => {
    const { returnTo, problem } = Route.useSearch()
    return (
      <SignInRoute
        returnTo={ownAddress(returnTo)}
        problem={toProblem(problem)}
      />
    )
  },
})
