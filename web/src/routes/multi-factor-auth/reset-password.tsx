import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordPage } from '../../features/auth/reset-password-page.tsx'

export const Route = createFileRoute('/multi-factor-auth/reset-password')({
  component: ResetPasswordPage,
})
