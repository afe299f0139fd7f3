import * as api from '@portal/contract/reporting/list-api'
import { reportMessages } from '@portal/contract/reporting/messages'
import { slvWorkbookFile } from '@portal/contract/reporting/model'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { download } from '../../lib/call.ts'
import { endpointQuery } from '../../lib/queries.ts'
import { saveBlob } from '../../lib/save-file.ts'

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

/** The number of SLVs in a workbook. */
export const downloadCheckQuery = (
  query: z.input<typeof api.checkDownload.query>,
) =>
  endpointQuery(['slv', 'download-check', query], api.checkDownload, {
    query,
    meta: { quiet: true },
  })

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
