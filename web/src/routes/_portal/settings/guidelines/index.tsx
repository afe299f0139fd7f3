import { createFileRoute } from '@tanstack/react-router'
import { VersionsPage } from '../../../../features/guideline/manage/versions-page.tsx'

export const Route = createFileRoute('/_portal/settings/guidelines/')({
  component: VersionsPage,
})
