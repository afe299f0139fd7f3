import { createFileRoute } from '@tanstack/react-router'
import { FactorsPage } from '../../../../features/guideline/manage/factors-page.tsx'

export const Route = createFileRoute('/_portal/settings/guidelines/factors')({
  component: FactorsPage,
})
