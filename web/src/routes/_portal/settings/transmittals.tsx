import { createFileRoute } from '@tanstack/react-router'
import { readPageSearch, searchOf } from '../../../features/data-capture/page-search.ts'
import { TransmittalsPage } from '../../../features/data-capture/transmittals-page.tsx'

export const Route = createFileRoute('/_portal/settings/transmittals')({
  validateSearch: readPageSearch,
  component: Transmittals,
})

function Transmittals() {
  const navigate = Route.useNavigate()
  const { page = 1 } = Route.useSearch()
  return <TransmittalsPage page={page} onPage={(to, options) => void navigate({ search: searchOf(to), ...options })} />
}
