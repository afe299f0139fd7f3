import { createFileRoute } from '@tanstack/react-router'
import { HelpPage } from '../../features/shell/help-page.tsx'

export const Route = createFileRoute('/_portal/help')({ component: HelpPage })
