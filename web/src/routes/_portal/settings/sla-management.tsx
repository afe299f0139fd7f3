import { createFileRoute } from '@tanstack/react-router'
import { SlaManagementPage } from '../../../features/sla/manage/sla-management-page.tsx'

export const Route = createFileRoute('/_portal/settings/sla-management')({
  component: SlaManagementPage,
})
