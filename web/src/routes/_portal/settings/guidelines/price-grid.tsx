import { createFileRoute } from '@tanstack/react-router'
import { PriceGridPage } from '../../../../features/guideline/manage/price-grid-page.tsx'

export const Route = createFileRoute('/_portal/settings/guidelines/price-grid')(
  { component: PriceGridPage },
)
