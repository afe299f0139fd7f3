import { seesReporting } from '@portal/contract/reporting/policy'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessagePage } from '../../../ui/message.tsx'
import { actorOf, sessionQuery } from '../../auth/queries.ts'
import { PaperBar, PaperFrame, PaperQuery, StartPageButton } from '../paper.tsx'
import { DownloadFileButton } from './download-file-button.tsx'
import { FiguresPaper } from './figures-paper.tsx'
import { FiguresSkeleton } from './figures-skeleton.tsx'
import { paperQuery } from './queries.ts'
import { type ReportSearch, type ReportView, searchOfView, viewOf } from './report-search.ts'

/**
 * reporting/single-loan-variance/download: the figures as they are printed. The printing browser has no session, only a
 * ticket for its call.
 */
export const FiguresPaperPage = ({ search }: { search: ReportSearch }) => {
  // The printing browser's session call is blocked: a retry would only delay the print.
  const { data: profile, isPending } = useQuery({ ...sessionQuery, retry: false, throwOnError: false })
  if (isPending)
    return (
      <PaperFrame isWide state="loading">
        <FiguresSkeleton />
      </PaperFrame>
    )
  if (profile && !seesReporting(actorOf(profile)))
    return (
      <PaperFrame state="failed">
        <MessagePage
          title="Only underwriters can see Reporting"
          why="Your role does not have a Reporting page."
          icon={<IconLock size={32} stroke={1.4} />}
        >
          <StartPageButton />
        </MessagePage>
      </PaperFrame>
    )
  return <Paper view={viewOf(search, profile ? actorOf(profile) : null)} />
}

const Paper = ({ view }: { view: ReportView }) => (
  <PaperQuery
    query={useQuery({ ...paperQuery(view), throwOnError: false })}
    what="the figures"
    isWide
    skeleton={<FiguresSkeleton />}
  >
    {(figures) => (
      <>
        <PaperBar
          back="Back to the figures"
          renderBack={(props) => <Link {...props} to="/reporting/single-loan-variance" search={searchOfView(view)} />}
          download={<DownloadFileButton view={view} />}
        />
        <FiguresPaper view={view} {...figures} />
      </>
    )}
  </PaperQuery>
)
