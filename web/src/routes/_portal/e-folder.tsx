import { createFileRoute } from '@tanstack/react-router'
import { EFolderPage } from '../../features/data-capture/e-folder-page.tsx'
import { readPageSearch, searchOf } from '../../features/data-capture/page-search.ts'

export const Route = createFileRoute('/_portal/e-folder')({
  validateSearch: readPageSearch,
  component: EFolder,
})

function EFolder() {
  const navigate = Route.useNavigate()
  const { page = 1 } = Route.useSearch()
  return <EFolderPage page={page} onPage={(to, options) => void navigate({ search: searchOf(to), ...options })} />
}
