import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { VersionPage } from '../../../../features/guideline/versions/version-page.tsx'

const Search = z.object({
  tab: z.literal('effect').optional().catch(undefined),
})

export const Route = createFileRoute('/_portal/settings/guidelines/$versionId')(
  { validateSearch: (raw) => Search.parse(raw), component: GuidelineVersion },
)

function GuidelineVersion() {
  const { versionId } = Route.useParams()
  const { tab } = Route.useSearch()
  return <VersionPage key={versionId} id={versionId} tab={tab ?? 'rules'} />
}
