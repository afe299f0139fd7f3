import { Button, SegmentedControl } from '@mantine/core'
import type { ReportAudience } from '@portal/contract/reporting/model'
import { signInPath } from '@portal/contract/user/navigation'
import { isSeller } from '@portal/contract/user/policy'
import { IconMailForward } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { hasStatus } from '../../lib/call-error.ts'
import { lazy } from '../../lib/lazy.tsx'
import { sessionQuery, toActor } from '../../records/auth/queries.ts'
import { reportQuery } from '../../records/reporting/queries.ts'
import { NotFoundPage } from '../../ui/errors/error-pages.tsx'
import { MessagePage } from '../../ui/message.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { DownloadReportButton } from './download-report-button.tsx'
import { LetterSheet } from './letter-sheet.tsx'
import { PaperBar, PaperFrame, PaperQuery, StartPageButton } from './paper.tsx'
import { SlvReportSheet } from './slv-report-sheet.tsx'

const SendReportDialog = lazy(
  () => import('./send-report-dialog.tsx'),
  'SendReportDialog',
)

/** decision/slv/report: the report as people see it and as it is printed. */
export const SlvReportPage = ({
  id,
  audience,
}: {
  id: string | undefined
  audience: ReportAudience | undefined
}) => (id ? <Report id={id} audience={audience} /> : <Idle />)

/**
 * The printing browser preloads this page. Its session call is blocked, so it
 * isn't redirected to sign-in.
 */
const Idle = () => {
  const { data: session, isPending } = useQuery({
    ...sessionQuery,
    retry: false,
    throwOnError: false,
  })
  if (session === null)
    return (
      <Navigate
        to={signInPath}
        search={{ returnTo: '/decision/slv/report' }}
        replace
      />
    )
  return (
    <PaperFrame state="idle">
      {isPending ? (
        <PageSkeleton />
      ) : (
        <MessagePage
          title="No report chosen"
          why="Open the report from an SLV."
        >
          <StartPageButton />
        </MessagePage>
      )}
    </PaperFrame>
  )
}

const Report = ({
  id,
  audience,
}: {
  id: string
  audience: ReportAudience | undefined
}) => {
  const query = useQuery({ ...reportQuery(id, audience), throwOnError: false })
  const [isSending, setIsSending] = useState(false)
  if (!query.data && hasStatus(query.error, 404))
    return (
      <PaperFrame state="failed">
        <NotFoundPage>
          <StartPageButton />
        </NotFoundPage>
      </PaperFrame>
    )
  return (
    <PaperQuery query={query} what="the report" skeleton={<PageSkeleton />}>
      {(report) => (
        <>
          <PaperBar
            back="Back to the SLV"
            renderBack={(props) => (
              <Link
                {...props}
                to="/slv/review-request/$proxyLoanId"
                params={{ proxyLoanId: id }}
              />
            )}
            download={
              <>
                <AudienceChoice id={id} audience={audience} />
                <Button
                  variant="default"
                  leftSection={<IconMailForward size={16} aria-hidden />}
                  aria-haspopup="dialog"
                  onClick={() => setIsSending(true)}
                >
                  Send report
                </Button>
                <DownloadReportButton id={id} audience={audience} />
              </>
            }
          />
          {report.letter ? (
            <LetterSheet report={report} letter={report.letter} />
          ) : (
            <SlvReportSheet report={report} />
          )}
          {isSending && (
            <SendReportDialog id={id} onClose={() => setIsSending(false)} />
          )}
        </>
      )}
    </PaperQuery>
  )
}

type AudienceChoiceProps = { id: string; audience: ReportAudience | undefined }

/**
 * Staff choose between the internal report and the seller's. Sellers have no
 * choice, even if a link names an audience.
 */
const AudienceChoice = ({ id, audience }: AudienceChoiceProps) => {
  const navigate = useNavigate()
  const { data: session } = useQuery({
    ...sessionQuery,
    retry: false,
    throwOnError: false,
  })
  if (!session || isSeller(toActor(session))) return null
  return (
    <SegmentedControl
      aria-label="Report for"
      data={[
        { value: 'STAFF', label: 'Internal' },
        { value: 'SELLER', label: 'For the seller' },
      ]}
      value={audience ?? 'STAFF'}
      onChange={(value) =>
        void navigate({
          to: '/decision/slv/report',
          search: {
            proxyLoanId: id,
            audience: value === 'SELLER' ? value : undefined,
          },
        })
      }
    />
  )
}
