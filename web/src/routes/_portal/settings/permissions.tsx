import { createFileRoute } from '@tanstack/react-router'
import { PeoplePage } from '../../../features/user/people/people-page.tsx'
import { readPeopleSearch } from '../../../records/user/people-search.ts'

export const Route = createFileRoute('/_portal/settings/permissions')({
  validateSearch: readPeopleSearch,
  component: Permissions,
})

function Permissions() {
  const navigate = Route.useNavigate()
  return (
    <PeoplePage
      search={Route.useSearch()}
      goTo={(search, options) => void navigate({ search, ...options })}
    />
  )
}
