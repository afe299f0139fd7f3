import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '../../features/user/person/profile-page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'

/** Outside of the shell (spec.md §2), for everyone who is signed in. */
export const Route = createFileRoute('/profile/$userId')({
  pendingComponent: () => <PageSkeleton sections={1} />,
  component: () => <ProfilePage userId={Route.useParams().userId} />,
})
