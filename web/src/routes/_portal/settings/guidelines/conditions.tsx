import { createFileRoute } from '@tanstack/react-router'
import { ConditionsPage } from '../../../../features/guideline/manage/conditions-page.tsx'

export const Route = createFileRoute('/_portal/settings/guidelines/conditions')(
  {
    component: ConditionsPage,
  },
)
