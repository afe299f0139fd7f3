import { createFileRoute } from '@tanstack/react-router'
import { ConditionManagerPage } from '../../../features/tdoc/condition-manager-page.tsx'
import { toActor, useProfile } from '../../../records/auth/queries.ts'
import { tdocsQuery } from '../../../records/tdoc/queries.ts'
import {
  modesFor,
  readTableSearch,
  toView,
} from '../../../records/tdoc/table-view.ts'

/** The table; with an id in the address, that Tdoc is open next to it. */
export const Route = createFileRoute('/_portal/condition-manager/{-$tdocId}')({
  validateSearch: readTableSearch,
  loaderDeps: ({ search }) => search,
  /**
   * Fetches while the screen's code loads, but not again when a Tdoc of the
   * open table is opened or preloaded.
   */
  loader: ({ context: { queryClient, profile }, deps, params, cause }) => {
    const isEntered =
      cause === 'enter' || (cause === 'preload' && params.tdocId === undefined)
    if (!isEntered) return
    void queryClient.prefetchQuery(
      tdocsQuery(
        toView({ modes: modesFor(toActor(profile)), role: profile.role }, deps),
      ),
    )
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
      goTo={(to, options) =>
        void navigate({
          params: { tdocId: to.tdocId },
          search: to.search,
          ...options,
        })
      }
    />
  )
}
