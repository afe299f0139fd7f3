import { z } from 'zod'
import { endpoint, get } from '../lib/endpoint.ts'
import { text } from '../lib/fields.ts'
import type { Actor } from '../user/model.ts'
import { SlvFilter, SlvListQuery } from './list-query.ts'
import { SlvPage, SlvStatistics } from './row.ts'
import { seesSlvs, tableModeRules } from './table-mode.ts'

const tag = 'SLVs'
const ofSlvs = { tag, access: seesSlvs, about: 'SLVS' } as const

export const listSlvs = get('/v1/proxy-loans', 'A page of one of the caller’s lists, filtered and sorted', {
  ...ofSlvs,
  query: SlvListQuery,
  response: SlvPage,
})

const search = z.object({ search: text(100).default(''), tableMode: SlvFilter.shape.tableMode })

export const getSellerFilter = get('/v1/proxy-loans/get-seller-filter', 'Names of the sellers in the caller’s SLVs', {
  ...ofSlvs,
  query: search,
  response: z.array(z.string()),
})

export const getProgramFilter = get(
  '/v1/proxy-loans/get-buyer-non-agency-program-filter',
  'Non-agency programs in the caller’s SLVs',
  { ...ofSlvs, query: search, response: z.array(z.string()) },
)

const statistics = <const P extends `/${string}`>(path: P, summary: string, access: (actor: Actor) => boolean) =>
  endpoint({
    method: 'GET',
    path,
    summary,
    tag,
    access,
    about: 'SLVS',
    query: SlvFilter.pick({ tableMode: true, departmentTableMode: true }),
    response: SlvStatistics,
  })

export const getStatistics = statistics('/v1/proxy-loans/statistics', 'Counts for a tab of the SLV home', seesSlvs)
export const getMyCompanyStatistics = statistics(
  '/v1/proxy-loans/my-company-statistics',
  "Counts for the company's SLVs",
  tableModeRules.MY_COMPANY.access,
)
export const getDepartmentStatistics = statistics(
  '/v1/proxy-loans/department-statistics',
  'Counts for the department',
  tableModeRules.ALL.access,
)
