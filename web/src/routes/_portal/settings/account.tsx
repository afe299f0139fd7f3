import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '../../../features/user/account/account-page.tsx'

export const Route = createFileRoute('/_portal/settings/account')({
  component: AccountPage,
})
