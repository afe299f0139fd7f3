import * as api from '@portal/contract/reporting/api'
import { reportMessages } from '@portal/contract/reporting/messages'
import {
  type ReportAudience,
  reportingFile,
  slvReportFile,
} from '@portal/contract/reporting/model'
import { downloadReporting } from '@portal/contract/reporting/summary-api'
import type { SlvDetail } from '@portal/contract/slv/answers'
import * as letters from '@portal/contract/slv/decision/letter-api'
import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { call, download } from '../../lib/call.ts'
import { endpointQuery, printedOnce } from '../../lib/queries.ts'
import { useIntent } from '../../lib/state/use-intent.ts'
import { type Download, useDownload } from './downloads.ts'

/** What the decision report of an SLV shows. */
export const reportQuery = (id: string, audience: ReportAudience | undefined) =>
  endpointQuery(['slv', 'report', id, audience ?? ''], api.getReport, {
    params: { id },
    query: { audience },
    ...printedOnce,
  })

/** The letter of the decision in effect. */
export const letterQuery = ({
  id,
  decisionDate = null,
}: Pick<SlvDetail, 'id' | 'decisionDate'>) =>
  endpointQuery(['slv', 'letter', id, decisionDate], letters.getLetter, {
    params: { id },
    meta: { quiet: true },
  })

/** What anyone may know who has the code of a letter, as of a day. */
export const verifyQuery = (code: string, today: string) =>
  endpointQuery(['letter', code, today], letters.verifyLetter, {
    params: { code },
    throwOnError: false,
    meta: { quiet: true },
  })

/** The people to whom the report of an SLV may be sent. */
export const recipientsQuery = (id: string) =>
  endpointQuery(['slv', 'report-recipients', id], api.listReportRecipients, {
    params: { id },
    meta: { quiet: true },
  })

/** Emails a link to the report of an SLV. */
export const useSendReport = (id: string) => {
  const intent = useIntent()
  return useMutation({
    mutationFn: (userIds: string[]) =>
      call(api.sendReport, { params: { id }, body: { userIds } }, { intent }),
    meta: reportMessages.sendReport,
  })
}

/** Downloads SLVReport.pdf of an SLV. */
export const usePrintReport = (): Download<
  z.input<typeof api.printReport.body>
> =>
  useDownload(slvReportFile, reportMessages.print.failed, (body, options) =>
    download(api.printReport, { body }, options),
  )

/** Downloads Reporting-Slv.pdf of the reporting page. */
export const useDownloadReporting = (): Download<
  z.input<typeof downloadReporting.query>
> =>
  useDownload(
    reportingFile,
    reportMessages.download.failed,
    (query, options) => download(downloadReporting, { query }, options),
    undefined,
    'reason',
  )
