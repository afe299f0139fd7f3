import { Button } from '@mantine/core'
import { signInPath } from '@portal/contract/user/navigation'
import { IconArrowLeft, IconMailForward } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { hasStatus } from '../../lib/call-error.ts'
import { NotFoundPage } from '../../ui/error-pages.tsx'
import { EmptyState, MessagePage } from '../../ui/message.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { sessionQuery } from '../auth/queries.ts'
import { DownloadReportButton } from './download-report-button.tsx'
import { PaperBar, PaperFrame, useFonts } from './paper.tsx'
import { reportQuery } from './queries.ts'
import { SlvReportSheet } from './slv-report-sheet.tsx'

const SendReportDialog = lazy(async () => ({ default: (await import('./send-report-dialog.tsx')).SendReportDialog }))

/** decision/slv/report: the report as people see it and as it is printed. */
export const SlvReportPage = ({ id }: { id: string | undefined }) => (id ? <Report id={id} /> : <Idle />)

/** The printing browser waits here. Its calls are blocked, so the session stays unknown to it, and it stays. */
const Idle = () => {
  const { data: session, isPending } = useQuery({ ...sessionQuery, retry: false, throwOnError: false })
  if (session === null) return <Navigate to={signInPath} search={{ returnTo: '/decision/slv/report' }} replace />
  return (
    <PaperFrame state="idle">
      {isPending ? (
        <PageSkeleton />
      ) : (
        <MessagePage title="No report chosen" why="Open the report from an SLV.">
          <Button component={Link} to="/">
            Go to the start page
          </Button>
        </MessagePage>
      )}
    </PaperFrame>
  )
}

const Report = ({ id }: { id: string }) => {
  const { data, error, isFetching, refetch } = useQuery({ ...reportQuery(id), throwOnError: false })
  const isSet = useFonts()

  if (data)
    return (
      <PaperFrame state={isSet ? 'ready' : 'loading'}>
        <PaperBar
          back={
            <Button
              variant="subtle"
              leftSection={<IconArrowLeft size={16} aria-hidden />}
              renderRoot={(props) => (
                <Link {...props} to="/slv/review-request/$proxyLoanId" params={{ proxyLoanId: id }} />
              )}
            >
              Back to the SLV
            </Button>
          }
          download={
            <>
              <SendReportButton id={id} />
              <DownloadReportButton id={id} />
            </>
          }
        />
        <SlvReportSheet report={data} />
      </PaperFrame>
    )
  if (hasStatus(error, 404))
    return (
      <PaperFrame state="failed">
        <NotFoundPage>
          <Button component={Link} to="/">
            Go to the start page
          </Button>
        </NotFoundPage>
      </PaperFrame>
    )
  if (error && !isFetching)
    return (
      <PaperFrame state="failed">
        <EmptyState title="The report could not be read" why={error.message}>
          <Button onClick={() => void refetch()}>Try again</Button>
        </EmptyState>
      </PaperFrame>
    )
  return (
    <PaperFrame state="loading">
      <PageSkeleton />
    </PaperFrame>
  )
}

const SendReportButton = ({ id }: { id: string }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMailForward size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        Send report
      </Button>
      {isOpen && (
        <Suspense>
          <SendReportDialog id={id} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
