import { createFileRoute } from '@tanstack/react-router'
import { TransmittalsPage } from '../../../features/data-capture/transmittals-page.tsx'

export const Route = createFileRoute('/_portal/settings/transmittals')({ component: TransmittalsPage })
