import * as api from '@portal/contract/reporting/api'
import { reportMessages } from '@portal/contract/reporting/messages'
import {
  type ReportAudience,
  reportingFile,
  slvReportFile,
  slvWorkbookFile,
} from '@portal/contract/reporting/model'
import { downloadReporting } from '@portal/contract/reporting/summary-api'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { call, download } from '../../lib/call.ts'
import { endpointQuery } from '../../lib/queries.ts'
import { saveBlob } from '../../lib/save-file.ts'
import { useIntent } from '../../lib/state/use-intent.ts'

/** A printed page shows one instant, so it isn't refetched. */
export const printedOnce = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
}

/** What the decision report of an SLV shows. */
export const reportQuery = (id: string, audience: ReportAudience | undefined) =>
  endpointQuery(['slv', 'report', id, audience ?? ''], api.getReport, {
    params: { id },
    query: { audience },
    ...printedOnce,
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

/** The number of SLVs in a workbook. */
export const downloadCheckQuery = (
  query: z.input<typeof api.checkDownload.query>,
) =>
  endpointQuery(['slv', 'download-check', query], api.checkDownload, {
    query,
    meta: { quiet: true },
  })

/** A file download: its progress and how to cancel it. */
export type Download<T> = {
  start: (what: T) => void
  cancel: () => void
  isRunning: boolean
  /** Bytes received. */
  bytes: number
}

/**
 * Fetches a file and saves it. `cancel`, or leaving the screen, ends it
 * silently.
 */
export const useDownload = <T>(
  name: string,
  failed: string,
  fetchFile: (
    what: T,
    options: { signal: AbortSignal; onProgress: (bytes: number) => void },
  ) => Promise<Blob>,
  onSaved?: () => void,
  prefers: 'message' | 'reason' = 'message',
): Download<T> => {
  const [bytes, setBytes] = useState(0)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const { mutate, isPending } = useMutation({
    mutationFn: async (what: T) => {
      const own = new AbortController()
      running.current = own
      setBytes(0)
      try {
        return await fetchFile(what, {
          signal: own.signal,
          onProgress: setBytes,
        })
      } catch (error) {
        if (own.signal.aborted) return null
        throw error
      }
    },
    meta: { failed, prefers },
    retry: false,
    onSuccess: (file) => {
      if (!file) return
      saveBlob(file, name)
      onSaved?.()
    },
  })
  return {
    start: mutate,
    cancel: () => running.current?.abort(),
    isRunning: isPending,
    bytes,
  }
}

/** Downloads SLVReport.pdf of an SLV. */
export const usePrintReport = (): Download<
  z.input<typeof api.printReport.body>
> =>
  useDownload(slvReportFile, reportMessages.print.failed, (body, options) =>
    download(api.printReport, { body }, options),
  )

/** Downloads SLVExcelReport.xlsx of a list. */
export const useDownloadSlvs = (
  onSaved: () => void,
): Download<z.input<typeof api.downloadSlvs.query>> =>
  useDownload(
    slvWorkbookFile,
    reportMessages.download.failed,
    (query, options) => download(api.downloadSlvs, { query }, options),
    onSaved,
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
