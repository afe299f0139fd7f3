import { createFileRoute } from '@tanstack/react-router'
import { CreatePasswordPage } from '../../features/auth/create-password-page.tsx'

/**
 * An emailed link ends in its token, which features/auth/link-token.ts removes
 * from the address first.
 */
export const Route = createFileRoute('/multi-factor-auth/create-password')({
  component: CreatePasswordPage,
})
