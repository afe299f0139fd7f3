import { redirectFor, signInPath } from '@portal/contract/user/navigation'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { ConfirmCodePage } from '../../features/auth/confirm-code-page.tsx'
import { sessionQuery } from '../../features/auth/queries.ts'
import { ownAddress } from '../../features/auth/return-to.ts'

/** The second step. Who comes without the first is sent to it, and who is signed in already goes home. */
export const Route = createFileRoute('/multi-factor-auth/confirm-code')({
  validateSearch: z.object({ returnTo: z.string().optional() }),
  beforeLoad: async ({ context, search: { returnTo } }) => {
    // Not with what everybody loads first.
    const { challengeQuery } = await import('../../features/auth/challenge.ts')
    const challenge = await context.queryClient.ensureQueryData(challengeQuery)
    if (challenge) return
    const profile = await context.queryClient.ensureQueryData(sessionQuery)
    const home = profile && redirectFor(profile, signInPath)
    if (home) throw redirect({ href: ownAddress(returnTo) ?? home, replace: true })
    throw redirect({ to: signInPath, search: { returnTo }, replace: true })
  },
  component: () => <ConfirmCodePage returnTo={ownAddress(Route.useSearch().returnTo)} />,
})
