import { createFileRoute } from '@tanstack/react-router'
import { EnterLetterCode } from '../../features/auth/verify-page.tsx'

/** For anyone who holds a letter, signed in or not. */
export const Route = createFileRoute('/verify/')({
  component: EnterLetterCode,
})
