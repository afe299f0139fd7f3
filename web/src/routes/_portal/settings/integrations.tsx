import { createFileRoute } from '@tanstack/react-router'
import { IntegrationsPage } from '../../../features/integration/integrations-page.tsx'

export const Route = createFileRoute('/_portal/settings/integrations')({
  component: IntegrationsPage,
})
