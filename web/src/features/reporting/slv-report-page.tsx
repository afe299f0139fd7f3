import { Button } from '@mantine/core'
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { hasStatus } from '../../lib/call-error.ts'
import { NotFoundPage } from '../../ui/error-pages.tsx'
import { EmptyState, MessagePage } from '../../ui/message.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { DownloadReportButton } from './download-report-button.tsx'
import { reportQuery } from './queries.ts'
import classes from './slv-report.module.css'
import { SlvReportSheet } from './slv-report-sheet.tsx'

/**
 * decision/slv/report: the report as people see it and as it is printed. `data-print` tells the printing browser how it
 * stands: idle, nothing asked for; ready, everything is drawn; failed, nothing to print.
 */
export const SlvReportPage = ({ id }: { id: string | undefined }) => (id ? <Report id={id} /> : <Idle />)

const Idle = () => (
  <Frame state="idle">
    <MessagePage title="No report chosen" why="Open the report from an SLV.">
      <Button component={Link} to="/">
        Go to the start page
      </Button>
    </MessagePage>
  </Frame>
)

const Report = ({ id }: { id: string }) => {
  const { data, error, isFetching, refetch } = useQuery({ ...reportQuery(id), throwOnError: false })
  const isSet = useFonts()

  if (data)
    return (
      <Frame state={isSet ? 'ready' : 'loading'}>
        <nav className={classes.bar} aria-label="Report">
          <Button
            variant="subtle"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            renderRoot={(props) => (
              <Link {...props} to="/slv/review-request/$proxyLoanId" params={{ proxyLoanId: id }} />
            )}
          >
            Back to the SLV
          </Button>
          <span className={classes.tools}>
            <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => print()}>
              Print
            </Button>
            <DownloadReportButton id={id} />
          </span>
        </nav>
        <SlvReportSheet report={data} />
      </Frame>
    )
  if (hasStatus(error, 404))
    return (
      <Frame state="failed">
        <NotFoundPage>
          <Button component={Link} to="/">
            Go to the start page
          </Button>
        </NotFoundPage>
      </Frame>
    )
  if (error && !isFetching)
    return (
      <Frame state="failed">
        <EmptyState title="The report could not be read" why={error.message}>
          <Button onClick={() => void refetch()}>Try again</Button>
        </EmptyState>
      </Frame>
    )
  return (
    <Frame state="loading">
      <PageSkeleton />
    </Frame>
  )
}

type FrameProps = { state: 'idle' | 'loading' | 'ready' | 'failed'; children: ReactNode }

const Frame = ({ state, children }: FrameProps) => (
  <main className={classes.frame} data-print={state}>
    {children}
  </main>
)

/** Until the letters are there, a print would measure other ones. */
const useFonts = (): boolean => {
  const [isSet, setIsSet] = useState(false)
  useEffect(() => {
    let isGone = false
    void document.fonts.ready.then(() => {
      if (!isGone) setIsSet(true)
    })
    return () => {
      isGone = true
    }
  }, [])
  return isSet
}
