import { createFileRoute } from '@tanstack/react-router'
import { ProgramsPage } from '../../../../features/guideline/manage/programs-page.tsx'

export const Route = createFileRoute('/_portal/settings/guidelines/programs')({
  component: ProgramsPage,
})
