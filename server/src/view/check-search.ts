import { getKeys } from '@portal/contract/lib/typed'
import { SlvListQuery } from '@portal/contract/slv/list-query'
import { TdocListQuery } from '@portal/contract/tdoc/list-query'
import type { ViewList, ViewSearch } from '@portal/contract/view/model'
import { z } from 'zod'
import { badRequest } from '../lib/errors.ts'

const longestSearch = 4_000

const shapes: Record<ViewList, Partial<Record<string, z.core.$ZodType>>> = {
  SLV: SlvListQuery.shape,
  TDOC: TdocListQuery.shape,
}

/**
 * The parameters of a view that its list doesn't have, or whose value it
 * rejects.
 */
export const wrongParameters = (list: ViewList, search: ViewSearch): string[] =>
  getKeys(search).filter((key) => {
    const schema = shapes[list][key]
    return (
      schema === undefined ||
      key === 'page' ||
      !z.safeParse(schema, search[key]).success
    )
  })

/** The query that finds a view's rows. The Tdoc tab ALL isn't a query value. */
export const parseSlvQuery = (search: ViewSearch) => SlvListQuery.parse(search)
export const parseTdocQuery = (search: ViewSearch) =>
  TdocListQuery.parse(
    Object.fromEntries(
      Object.entries(search).filter(([, value]) => value !== 'ALL'),
    ),
  )

/**
 * Returns the search to store. Throws a 400 that names each parameter that the
 * list doesn't accept.
 */
export function checkSearch(list: ViewList, search: ViewSearch): string {
  const wrong = wrongParameters(list, search)
  if (wrong.length > 0)
    throw badRequest(
      wrong.map((key) => ({
        field: `search.${key}`,
        error: 'This list has no such filter or value',
      })),
    )
  const stored = new URLSearchParams(search).toString()
  if (stored.length > longestSearch)
    throw badRequest([{ field: 'search', error: 'Too many filters' }])
  return stored
}
