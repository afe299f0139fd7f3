import { createFileRoute } from '@tanstack/react-router'
import { VerifyPage } from '../../features/auth/verify-page.tsx'

export const Route = createFileRoute('/verify/$code')({ component: Verify })

function Verify() {
  return <VerifyPage code={Route.useParams().code} />
}
