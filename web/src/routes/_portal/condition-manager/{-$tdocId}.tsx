import { createFileRoute } from '@tanstack/react-router'
import { useProfile } from '../../../features/auth/queries.ts'
import { ConditionManagerPage } from '../../../features/tdoc/condition-manager-page.tsx'
import { readTableSearch } from '../../../features/tdoc/table-search.ts'

/** The table, and with an id in the address that Tdoc open beside it. */
export const Route = createFileRoute('/_portal/condition-manager/{-$tdocId}')({
  validateSearch: readTableSearch,
  component: ConditionManager,
})

function ConditionManager() {
  const { id } = useProfile()
  const { tdocId } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <ConditionManagerPage
      key={id}
      tdocId={tdocId}
      search={Route.useSearch()}
      goTo={(to, options) => void navigate({ params: { tdocId: to.tdocId }, search: to.search, ...options })}
    />
  )
}
