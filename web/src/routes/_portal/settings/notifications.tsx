import { createFileRoute } from '@tanstack/react-router'
import { NotificationsPage } from '../../../features/notification/notifications-page.tsx'

export const Route = createFileRoute('/_portal/settings/notifications')({
  component: NotificationsPage,
})
