import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { brandingQuery, useBranding } from '../records/auth/queries.ts'
import { describeSupport } from '../records/auth/support-contact.tsx'
import { PortalName, SupportText } from '../ui/page.tsx'
import { PageSkeleton } from '../ui/skeletons.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()(
  {
    beforeLoad: ({ context }) =>
      context.queryClient.ensureQueryData(brandingQuery),
    // Shown only while the first screen takes more than a second.
    pendingComponent: PageSkeleton,
    pendingMinMs: 0,
    component: Root,
  },
)

function Root() {
  const branding = useBranding()
  return (
    <PortalName value={branding.name}>
      <SupportText value={describeSupport(branding)}>
        <Outlet />
      </SupportText>
    </PortalName>
  )
}
