import { createFileRoute } from '@tanstack/react-router'
import { readPageSearch, searchOf } from '../../../features/data-capture/page-search.ts'
import { AnnouncementsPage } from '../../../features/notification/announcements-page.tsx'

export const Route = createFileRoute('/_portal/settings/announcements')({
  validateSearch: readPageSearch,
  component: Announcements,
})

function Announcements() {
  const navigate = Route.useNavigate()
  const { page = 1 } = Route.useSearch()
  return <AnnouncementsPage page={page} onPage={(to, options) => void navigate({ search: searchOf(to), ...options })} />
}
