import type { Profile } from '@portal/contract/auth/api'
import {
  redirectFor,
  routesFor,
  setupPath,
  signInPath,
} from '@portal/contract/user/navigation'
import type { QueryClient } from '@tanstack/react-query'
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

/**
 * An administrator begins with the setup while no one can send a request. Null
 * elsewhere, and if the state can't be read.
 */
async function findFirstPage(
  queryClient: QueryClient,
  profile: Profile,
  path: string,
): Promise<string | null> {
  if (path !== '/' || !routesFor(profile).includes(setupPath)) return null
  const { setupQuery } = await import('../features/system/queries.ts')
  const setup = await queryClient.fetchQuery(setupQuery).catch(() => undefined)
  return setup?.programs.active === 0 ? setupPath : null
}

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
      (await findFirstPage(context.queryClient, profile, location.pathname)) ??
      ownListFor(profile, location) ??
      redirectFor(profile, location.pathname)
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
