import { redirectFor, signInPath } from '@portal/contract/user/navigation'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { ConfirmCodePage } from '../../features/auth/confirm-code-page.tsx'
import { ownAddress } from '../../features/auth/sign-in-flow.ts'
import { sessionQuery } from '../../records/auth/queries.ts'

/**
 * The second step of signing in. Redirects to the first one if that is missing,
 * and home if there is a session.
 */
export const Route = createFileRoute('/multi-factor-auth/confirm-code')({
  validateSearch: z.object({ returnTo: z.string().optional() }),
  beforeLoad: async ({ context, search: { returnTo } }) => {
    // Not part of the first load.
    const { challengeQuery } = await import(
      '../../features/auth/use-sign-in.ts'
    )
    const challenge = await context.queryClient.ensureQueryData(challengeQuery)
    if (challenge) return
    const profile = await context.queryClient.ensureQueryData(sessionQuery)
    const home = profile && redirectFor(profile, signInPath)
    if (home)
      throw redirect({ href: ownAddress(returnTo) ?? home, replace: true })
    throw redirect({ to: signInPath, search: { returnTo }, replace: true })
  },
  component: () => (
    <ConfirmCodePage returnTo={ownAddress(Route.useSearch().returnTo)} />
  ),
})
