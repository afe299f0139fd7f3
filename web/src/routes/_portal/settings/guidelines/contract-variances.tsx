import { createFileRoute } from '@tanstack/react-router'
import { VariancesPage } from '../../../../features/guideline/manage/variances-page.tsx'

export const Route = createFileRoute(
  '/_portal/settings/guidelines/contract-variances',
)({ component: VariancesPage })
