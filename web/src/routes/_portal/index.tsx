import { createFileRoute } from '@tanstack/react-router'
import { AccessPendingPage } from '../../features/shell/home-pages.tsx'

/** '/' is a screen only for those whose table has it: everybody else is sent on by the guard. */
export const Route = createFileRoute('/_portal/')({ component: AccessPendingPage })
