import * as api from '@portal/contract/data-capture/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { addressOf } from '../../lib/address.ts'
import { call, callAgain, type Tagged } from '../../lib/call.ts'

/** Whatever was read of uploads. */
export const uploadsKey = ['data-capture', 'uploads'] as const

/** Rows of a page of either list. */
export const pageSize = 25

/** Milliseconds between two looks while a file is processed. */
const pause = 1500

/** A page of the vendor's uploads; it is asked again while one of them is processed. */
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
      data?.answer.items.some(({ state }) => state === 'PROCESSING') ? pause : false,
  })
}

/** Milliseconds between two looks at the readings: while one is under way, and while nothing seems to happen. */
const [soon, later] = [2000, 15_000]

/** A page of the readings of the transmittal, looked at again while it is on screen: transmittals come by themselves. */
export const intakeRunsQuery = (page: number) =>
  queryOptions({
    queryKey: ['data-capture', 'intake-runs', page],
    queryFn: ({ signal }) => call(api.listIntakeRuns, { query: { page, size: pageSize } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.items.some(({ state }) => state === 'READING') ? soon : later),
  })

/** Where the rejected rows of an upload lie. */
export const rejectsAddress = (id: string) => addressOf(api.downloadRejects.path, { id })
/** Where the rejected rows of a reading lie. */
export const intakeRejectsAddress = (id: string) => addressOf(api.downloadIntakeRejects.path, { id })
/** Where the file to start from lies. */
export const templateAddress = (format: 'csv' | 'xlsx') => addressOf(api.downloadTemplate.path, {}, { format })
