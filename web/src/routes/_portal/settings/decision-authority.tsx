import { createFileRoute } from '@tanstack/react-router'
import { AuthorityPage } from '../../../features/guideline/authority/authority-page.tsx'

export const Route = createFileRoute('/_portal/settings/decision-authority')({
  component: AuthorityPage,
})
