import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { brandingQuery, useBranding } from '../features/auth/queries.ts'
import { PortalName } from '../ui/page.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: ({ context }) => context.queryClient.ensureQueryData(brandingQuery),
  component: Root,
})

function Root() {
  const { name } = useBranding()
  return (
    <PortalName value={name}>
      <Outlet />
    </PortalName>
  )
}
