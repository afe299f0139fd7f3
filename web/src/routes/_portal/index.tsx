import { createFileRoute } from '@tanstack/react-router'
import { PendingPage } from '../../features/user/access/pending-page.tsx'

/**
 * The screen at '/' for people without a role; the guard redirects everyone
 * else.
 */
export const Route = createFileRoute('/_portal/')({ component: PendingPage })
