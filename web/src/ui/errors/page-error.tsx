import { Button } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { hasStatus, isOutage } from '../../lib/call-error.ts'
import { endOutage, onReconnect, startOutage } from '../../lib/outage.ts'
import { chunkErrorText } from '../../lib/reload-after-deployment.ts'
import { ErrorPage, NotFoundPage } from './error-pages.tsx'

/**
 * Replaces a screen that failed: 'Not found' for 404, else the error page of
 * spec.md §2.
 */
export const PageError = ({ error: thrown }: { error: unknown }) => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  useEffect(() => reset(), [reset])
  useOutage(error, () => router.invalidate())

  if (hasStatus(error, 404)) return <PageNotFound />
  return (
    <ErrorPage error={error} onRetry={() => router.invalidate()}>
      <HomeButton />
    </ErrorPage>
  )
}

/**
 * Shows the outage alert while a screen is missing because of an outage, and
 * retries it after the next success.
 */
const useOutage = (error: Error, retry: () => void) => {
  const isOut = isOutage(error) || error.message === chunkErrorText
  const tryAgain = useEffectEvent(retry)
  useEffect(() => {
    if (!isOut) return
    const screen = { isActive: () => true }
    startOutage(screen)
    const stop = onReconnect(tryAgain)
    return () => {
      stop()
      endOutage(screen)
    }
  }, [isOut])
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
