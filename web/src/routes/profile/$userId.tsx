import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '../../features/user/person/profile-page.tsx'

/** Outside of the shell (spec.md §2), for everyone who is signed in. */
export const Route = createFileRoute('/profile/$userId')({
  component: () => <ProfilePage userId={Route.useParams().userId} />,
})
