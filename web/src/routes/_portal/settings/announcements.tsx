import { createFileRoute } from '@tanstack/react-router'
import { AnnouncementsPage } from '../../../features/notification/announcements-page.tsx'
import { readPageSearch } from '../../../lib/list-address.ts'

export const Route = createFileRoute('/_portal/settings/announcements')({
  validateSearch: readPageSearch,
  component: AnnouncementsPage,
})
