import * as api from '@portal/contract/data-capture/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { buildAddress } from '../../lib/address.ts'
import { callAgain, type Tagged } from '../../lib/call.ts'
import { endpointQuery } from '../../lib/queries.ts'

export const uploadsKey = ['data-capture', 'uploads'] as const

const pageSize = 25

/**
 * A page of the vendor's uploads, reloaded while one of them is being
 * processed.
 */
export const uploadsQuery = (page: number) => {
  const queryKey = [...uploadsKey, page]
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) =>
      callAgain(
        api.listUploads,
        { query: { page, size: pageSize } },
        client.getQueryData<Tagged<typeof api.listUploads>>(queryKey),
        signal,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.answer.items.some(({ state }) => state === 'PROCESSING')
        ? 1500
        : false,
  })
}

/**
 * A page of the transmittals that were read, reloaded regularly since
 * transmittals arrive by themselves.
 */
export const intakeRunsQuery = (page: number) =>
  endpointQuery(['data-capture', 'intake-runs', page], api.listIntakeRuns, {
    query: { page, size: pageSize },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => state === 'READING') ? 2000 : 15_000,
  })

export const rejectsAddress = (id: string, format: 'csv' | 'xlsx') =>
  buildAddress(api.downloadRejects.path, { id }, { format })
export const intakeRejectsAddress = (id: string) =>
  buildAddress(api.downloadIntakeRejects.path, { id })
export const templateAddress = (format: 'csv' | 'xlsx') =>
  buildAddress(api.downloadTemplate.path, {}, { format })
export const openTdocsAddress = (format: 'csv' | 'xlsx') =>
  buildAddress(api.downloadOpenTdocs.path, {}, { format })
