import { branded } from '@portal/contract/lib/brand'
import type { Answer } from '@portal/contract/lib/endpoint'
import {
  checkTdocDownload,
  downloadTdocs,
} from '@portal/contract/reporting/list-api'
import {
  listCategories,
  type ReviewCategory,
} from '@portal/contract/review-category/api'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import * as api from '@portal/contract/tdoc/api'
import type { TdocListKey } from '@portal/contract/tdoc/list-query'
import { tdocMessages } from '@portal/contract/tdoc/messages'
import {
  type TdocTableMode,
  tdocWorkbookFile,
} from '@portal/contract/tdoc/model'
import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { download } from '../../lib/call.ts'
import { endpointQuery, newerVersion, pagesQuery } from '../../lib/queries.ts'
import { type Download, useDownload } from '../reporting/downloads.ts'
import { type TableView, toQuery } from './table-view.ts'
import { tdocKey } from './tdoc-key.ts'

/**
 * Writes to Tdocs wait for each other, so that each carries the version that
 * the one before it made.
 */
export const tdocsInTurn = { id: 'tdocs' }

const listKey = [...tdocKey, 'list'] as const
const categoriesKey = [...tdocKey, 'categories'] as const

export const tdocsQuery = (view: TableView) => {
  const query = toQuery(view)
  return endpointQuery([...listKey, query.tableMode, query], api.listTdocs, {
    query,
    // The rows stay while the next ones load; those of the other table would
    // mislead.
    placeholderData: (previous, listQuery) =>
      listQuery?.queryKey[2] === query.tableMode ? previous : undefined,
  })
}

type TdocsQuery = z.input<typeof downloadTdocs.query>

export const tdocDownloadCheckQuery = (query: TdocsQuery) =>
  endpointQuery([...tdocKey, 'download-check', query], checkTdocDownload, {
    query,
    meta: {
      quiet: true,
      failed: tdocMessages.checkDownload.failed,
      prefers: 'reason',
    },
  })

export const useDownloadTdocs = (onSaved: () => void): Download<TdocsQuery> =>
  useDownload(
    tdocWorkbookFile,
    tdocMessages.download.failed,
    (query, options) => download(downloadTdocs, { query }, options),
    onSaved,
    'reason',
  )

export const tdocOptionsQuery =
  (tableMode: TdocTableMode, brandName: string, list: TdocListKey) =>
  (search: string) => ({
    ...endpointQuery(
      [...tdocKey, 'filter-options', tableMode, list, search],
      api.getTdocFilterOptions,
      {
        query: { tableMode, search, list },
        staleTime: 60_000,
        meta: {
          quiet: true,
          failed: branded(tdocMessages.filterOptions.failed, brandName),
          prefers: 'reason',
        },
      },
    ),
    select: (options: Answer<typeof api.getTdocFilterOptions>) => options[list],
  })

export const tdocQuery = (id: string) =>
  endpointQuery([...tdocKey, 'detail', id], api.getTdoc, {
    params: { id },
    structuralSharing: newerVersion,
  })

export const tdocImagePagesQuery = (id: string) =>
  endpointQuery([...tdocKey, 'image-pages', id], api.getTdocImagePages, {
    params: { id },
    staleTime: Number.POSITIVE_INFINITY,
  })

export const tdocActivityQuery = (id: string) =>
  pagesQuery([...tdocKey, 'activity', id], api.listTdocActivity, (page) => ({
    params: { id },
    query: { page, size: 10 },
  }))

export const categoriesQuery = (tdocId: string) =>
  endpointQuery([...categoriesKey, tdocId], listCategories, {
    params: { id: tdocId },
  })

/**
 * Shows what the person's own write returned. It doesn't make the review
 * categories that they see out of date.
 */
export const patchTdocs = (
  queryClient: QueryClient,
  patch: (tdoc: Tdoc) => Tdoc,
) => {
  const versions = new Map<string, number>()
  const patched = (tdoc: Tdoc) => {
    const next = patch(tdoc)
    if (next !== tdoc) versions.set(next.id, next.version)
    return next
  }
  queryClient.setQueriesData<{ items: Tdoc[] }>(
    { queryKey: listKey },
    (page) => page && { ...page, items: page.items.map(patched) },
  )
  queryClient.setQueriesData<Tdoc>(
    { queryKey: [...tdocKey, 'detail'] },
    (tdoc) => tdoc && patched(tdoc),
  )
  queryClient.setQueriesData<ReviewCategory[]>(
    { queryKey: categoriesKey },
    (all) =>
      all?.map((one) => {
        const next = one.tdocVersion + 1
        return versions.get(one.tdocId) === next
          ? { ...one, tdocVersion: next }
          : one
      }),
  )
}

/** The newest version of a Tdoc that was read, in a list or alone. */
export const tdocSeen = (
  queryClient: QueryClient,
  id: string,
): Tdoc | undefined => {
  const pages = queryClient.getQueriesData<{ items: Tdoc[] }>({
    queryKey: listKey,
  })
  const listed = pages.flatMap(
    ([, page]) => page?.items.filter((tdoc) => tdoc.id === id) ?? [],
  )
  const alone = queryClient.getQueryData(tdocQuery(id).queryKey) ?? []
  const seen = listed.concat(alone)
  return seen.toSorted((one, other) => other.version - one.version)[0]
}
