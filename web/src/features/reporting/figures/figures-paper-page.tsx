import { Button } from '@mantine/core'
import { seesReporting } from '@portal/contract/reporting/policy'
import { IconArrowLeft, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState, MessagePage } from '../../../ui/message.tsx'
import { sessionQuery } from '../../auth/queries.ts'
import { actorOf } from '../../slv/list/list-tabs.ts'
import { PaperBar, PaperFrame, useFonts } from '../paper.tsx'
import { DownloadFileButton } from './download-file-button.tsx'
import { FiguresPaper } from './figures-paper.tsx'
import { FiguresSkeleton } from './figures-skeleton.tsx'
import { paperQuery } from './queries.ts'
import { type ReportSearch, type ReportView, searchOfView, viewOf } from './report-search.ts'

/**
 * reporting/single-loan-variance/download: the figures as they are printed. The printing browser has no session, only a
 * ticket for its calls; to it nobody is signed in. Whoever is signed in and has no reporting is told so.
 */
export const FiguresPaperPage = ({ search }: { search: ReportSearch }) => {
  // The printing browser may not ask at all, and must not wait for a second try.
  const session = useQuery({ ...sessionQuery, retry: false, throwOnError: false })
  const profile = session.data
  if (session.isPending)
    return (
      <PaperFrame isWide state="loading">
        <FiguresSkeleton />
      </PaperFrame>
    )
  if (profile && !seesReporting(actorOf(profile)))
    return (
      <PaperFrame state="failed">
        <MessagePage
          title="Reporting is for underwriters"
          why="Your role has no page of figures."
          icon={<IconLock size={32} stroke={1.4} />}
        >
          <Button component={Link} to="/">
            Go to the start page
          </Button>
        </MessagePage>
      </PaperFrame>
    )
  return <Paper view={viewOf(search, profile ? actorOf(profile) : null)} />
}

/** A print is of one moment: what was read stays. */
const once = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  throwOnError: false,
}

const Paper = ({ view }: { view: ReportView }) => {
  const { data, error, isFetching, refetch } = useQuery({ ...paperQuery(view), ...once })
  const isSet = useFonts()

  if (data)
    return (
      <PaperFrame isWide state={isSet ? 'ready' : 'loading'}>
        <PaperBar
          back={
            <Button
              variant="subtle"
              leftSection={<IconArrowLeft size={16} aria-hidden />}
              renderRoot={(props) => (
                <Link {...props} to="/reporting/single-loan-variance" search={searchOfView(view)} />
              )}
            >
              Back to the figures
            </Button>
          }
          download={<DownloadFileButton view={view} />}
        />
        <FiguresPaper view={view} {...data} />
      </PaperFrame>
    )
  if (error && !isFetching)
    return (
      <PaperFrame state="failed">
        <EmptyState title="The figures could not be read" why={error.message}>
          <Button onClick={() => void refetch()}>Try again</Button>
        </EmptyState>
      </PaperFrame>
    )
  return (
    <PaperFrame isWide state="loading">
      <FiguresSkeleton />
    </PaperFrame>
  )
}
