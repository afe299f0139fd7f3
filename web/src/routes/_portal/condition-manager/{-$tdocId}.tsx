import { createFileRoute } from '@tanstack/react-router'
import { useProfile } from '../../../features/auth/queries.ts'
import { ConditionManagerPage } from '../../../features/tdoc/condition-manager-page.tsx'
import { tdocsQuery } from '../../../features/tdoc/queries.ts'
import { readTableSearch } from '../../../features/tdoc/table-search.ts'
import { modesFor, viewOf } from '../../../features/tdoc/table-view.ts'
import { actorOf } from '../../../features/user/people/actor.ts'

/** The table, and with an id in the address that Tdoc open beside it. */
export const Route = createFileRoute('/_portal/condition-manager/{-$tdocId}')({
  validateSearch: readTableSearch,
  loaderDeps: ({ search }) => search,
  /**
   * Asks while the screen's code is on its way; the screen itself waits for nothing. Another Tdoc of the table that stands
   * there already, opened or pointed at, is no reason to ask anew.
   */
  loader: ({ context: { queryClient, profile }, deps, params, cause }) => {
    const isEntered = cause === 'enter' || (cause === 'preload' && params.tdocId === undefined)
    if (!isEntered) return
    void queryClient.prefetchQuery(tdocsQuery(viewOf({ modes: modesFor(actorOf(profile)), role: profile.role }, deps)))
  },
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
