import { createFileRoute } from '@tanstack/react-router'
import { AccessPendingPage } from '../../features/shell/home-pages.tsx'

/** The screen at '/' for people without a role; the guard redirects everyone else. */
export const Route = createFileRoute('/_portal/')({ component: AccessPendingPage })
