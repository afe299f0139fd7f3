import { createFileRoute } from '@tanstack/react-router'
import { TransmittalsPage } from '../../../features/data-capture/transmittals-page.tsx'
import { readPageSearch } from '../../../lib/list-address.ts'

export const Route = createFileRoute('/_portal/settings/transmittals')({
  validateSearch: readPageSearch,
  component: TransmittalsPage,
})
