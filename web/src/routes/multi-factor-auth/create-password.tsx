import { createFileRoute } from '@tanstack/react-router'
import { CreatePasswordPage } from '../../features/auth/create-password-page.tsx'

/** A mailed link's own address ends in its token, which is gone before this is asked for: features/auth/link-token.ts. */
export const Route = createFileRoute('/multi-factor-auth/create-password')({ component: CreatePasswordPage })
