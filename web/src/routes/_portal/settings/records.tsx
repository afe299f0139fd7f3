import { createFileRoute } from '@tanstack/react-router'
import { RecordsPage } from '../../../features/retention/records-page.tsx'
import { readPageSearch } from '../../../lib/list-address.ts'

export const Route = createFileRoute('/_portal/settings/records')({
  validateSearch: readPageSearch,
  component: RecordsPage,
})
