import { SlvPage } from './slv-page.tsx'
import type { SlvSearch, SlvView } from './views.ts'

type SlvScreenProps = {
  view: SlvView
  route: {
    useParams: () => { proxyLoanId: string }
    useSearch: () => SlvSearch
    useNavigate: () => (to: { search: SlvSearch; replace: true }) => Promise<void>
  }
}

/** The SLV of a route's address. */
export const SlvScreen = ({ view, route }: SlvScreenProps) => {
  const { proxyLoanId } = route.useParams()
  const navigate = route.useNavigate()
  return (
    <SlvPage
      key={proxyLoanId}
      id={proxyLoanId}
      view={view}
      search={route.useSearch()}
      onSearch={(search) => navigate({ search, replace: true })}
    />
  )
}
