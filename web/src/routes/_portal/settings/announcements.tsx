import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { AnnouncementsPage } from '../../../features/notification/announcements-page.tsx'

const Search = z.object({ page: z.coerce.number().int().min(2).max(1_000_000).optional().catch(undefined) })

export const Route = createFileRoute('/_portal/settings/announcements')({
  validateSearch: (raw): z.infer<typeof Search> => Search.parse(raw),
  component: Announcements,
})

function Announcements() {
  const navigate = Route.useNavigate()
  const { page = 1 } = Route.useSearch()
  return (
    <AnnouncementsPage
      page={page}
      onPage={(to, options) => void navigate({ search: { page: to === 1 ? undefined : to }, ...options })}
    />
  )
}
