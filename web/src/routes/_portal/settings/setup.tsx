import { createFileRoute } from '@tanstack/react-router'
import { SetupPage } from '../../../features/system/setup-page.tsx'

export const Route = createFileRoute('/_portal/settings/setup')({
  component: SetupPage,
})
