import { Button } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { hasStatus } from '../../lib/call-error.ts'
import { ErrorPage, NotFoundPage } from '../../ui/error-pages.tsx'

/** What stands in place of a screen that failed: not found for 404, the error page of spec.md §2 for the rest. */
export const PageError = ({ error: thrown }: { error: unknown }) => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  useEffect(() => reset(), [reset])

  if (hasStatus(error, 404)) return <PageNotFound />
  return (
    <ErrorPage error={error} onRetry={() => router.invalidate()}>
      <HomeButton />
    </ErrorPage>
  )
}

export const PageNotFound = () => (
  <NotFoundPage>
    <HomeButton />
  </NotFoundPage>
)

const HomeButton = () => (
  <Button variant="default" component={Link} to="/">
    Go to the start page
  </Button>
)
