import { createFileRoute } from '@tanstack/react-router'
import { VersionPage } from '../../../../features/guideline/manage/version-page.tsx'

export const Route = createFileRoute('/_portal/settings/guidelines/$versionId')(
  { component: GuidelineVersion },
)

function GuidelineVersion() {
  const { versionId } = Route.useParams()
  return <VersionPage key={versionId} id={versionId} />
}
