import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { xlsxType } from '../lib/media-types.ts'
import { DownloadCheck } from '../lib/paging.ts'
import { SlvListQuery } from '../slv/list-query.ts'
import { seesSlvs } from '../slv/table-mode.ts'
import { TdocListQuery } from '../tdoc/list-query.ts'
import { seesTdocs } from '../tdoc/policy.ts'

const lists = createEndpoints({
  tag: 'SLV reports',
  access: seesSlvs,
  about: 'SLVS',
  query: SlvListQuery,
})

const tdocs = createEndpoints({
  tag: 'Tdocs',
  access: seesTdocs,
  about: 'TDOCS',
  query: TdocListQuery,
})

/**
 * Responds with SLVExcelReport.xlsx. Takes the list's filters and sort, and
 * ignores its paging.
 */
export const downloadSlvs = lists.get(
  '/v1/proxy-loans/download',
  'One of the caller’s lists, filtered and sorted, as an Excel workbook',
  {
    refuses: ['too_many_requests'],
    answersFile: { types: [xlsxType] },
    response: z.unknown(),
  },
)

export const checkDownload = lists.get(
  '/v1/proxy-loans/download/check',
  'Count the SLVs the workbook would include',
  {
    response: DownloadCheck,
  },
)

/**
 * Responds with TdocExcelReport.xlsx. Takes the list's filters and sort, and
 * ignores its paging.
 */
export const downloadTdocs = tdocs.get(
  '/v1/tdocs/download',
  'The Tdocs of one table, filtered and sorted, as an Excel workbook',
  {
    refuses: ['too_many_requests'],
    answersFile: { types: [xlsxType] },
    response: z.unknown(),
  },
)

export const checkTdocDownload = tdocs.get(
  '/v1/tdocs/download/check',
  'Count the Tdocs the workbook would include',
  {
    response: DownloadCheck,
  },
)
