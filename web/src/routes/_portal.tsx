import { redirectFor, signInPath } from '@portal/contract/user/navigation'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { Shell } from '../features/shell/shell.tsx'
import { setOwner } from '../lib/owner.ts'
import { ProfileContext, sessionQuery } from '../records/auth/queries.ts'
import { ownListFor } from '../records/slv/list-filter.ts'

/** Every screen can have a conversation open over it; this is its SLV. */
const PortalSearch = z.object({
  conversation: z.uuid().optional().catch(undefined),
})

export const Route = createFileRoute('/_portal')({
  validateSearch: (search) => PortalSearch.parse(search),
  /** The only guard; the contract's table says who may open which screen. */
  beforeLoad: async ({ context, location }) => {
    const profile = await context.queryClient.ensureQueryData(sessionQuery)
    if (!profile)
      throw redirect({
        to: signInPath,
        search: { returnTo: location.href },
        replace: true,
      })
    setOwner(profile.id)
    const target =
      ownListFor(profile, location) ?? redirectFor(profile, location.pathname)
    if (target) throw redirect({ href: target, replace: true })
    return { profile }
  },
  component: () => (
    <ProfileContext value={Route.useRouteContext().profile}>
      <Shell>
        <Outlet />
      </Shell>
    </ProfileContext>
  ),
})
