import { createFileRoute } from '@tanstack/react-router'
import { EFolderPage } from '../../features/data-capture/e-folder-page.tsx'
import { readPageSearch } from '../../lib/list-address.ts'

export const Route = createFileRoute('/_portal/e-folder')({
  validateSearch: readPageSearch,
  component: EFolderPage,
})
