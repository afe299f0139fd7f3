import { createFileRoute } from '@tanstack/react-router'
import { UnsubscribePage } from '../../features/auth/unsubscribe-page.tsx'

export const Route = createFileRoute('/unsubscribe/$token')({
  component: UnsubscribePage,
})
