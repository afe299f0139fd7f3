import * as api from '@portal/contract/reporting/consistency-api'
import { reportMessages } from '@portal/contract/reporting/messages'
import { exceptionsFile } from '@portal/contract/reporting/model'
import { keepPreviousData } from '@tanstack/react-query'
import type { z } from 'zod'
import { download } from '../../../lib/call.ts'
import { endpointQuery } from '../../../lib/queries.ts'
import {
  type Download,
  useDownload,
} from '../../../records/reporting/downloads.ts'
import { type FiguresFilter, figuresQuery } from '../figures/report-search.ts'

/** The figures of a filter. The previous ones stay until they are loaded. */
export const consistencyQuery = (filter: FiguresFilter) => {
  const query = figuresQuery(filter)
  return endpointQuery(
    ['slv', 'reporting', 'consistency', query],
    api.getConsistency,
    { query, placeholderData: keepPreviousData, meta: { quiet: true } },
  )
}

/** Downloads Exceptions.xlsx. */
export const useDownloadExceptions = (): Download<
  z.input<typeof api.downloadExceptions.query>
> =>
  useDownload(
    exceptionsFile,
    reportMessages.download.failed,
    (query, options) => download(api.downloadExceptions, { query }, options),
    undefined,
    'reason',
  )
