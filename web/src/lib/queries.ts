import type { Answer, Endpoint, Sent } from '@portal/contract/lib/endpoint'
import {
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
  replaceEqualDeep,
  type UseQueryOptions,
} from '@tanstack/react-query'
import type { ZodType } from 'zod'
import { call } from './call.ts'

type Options<Data> = Omit<
  UseQueryOptions<Data>,
  'queryKey' | 'queryFn' | 'initialData' | 'select' | 'enabled'
>

/** The request and the query's options in one object. */
type Request<E extends Endpoint, Data> = Sent<E> & Options<Data>

/** The parts of a call, and the options of its query. */
const splitRequest = (request: object) => {
  const { params, query, body, ...options } = request as Partial<
    Sent<Required<Endpoint>>
  >
  return { sent: { params, query, body }, options }
}

const read = <E extends Endpoint>(
  endpoint: E,
  sent: object,
  signal: AbortSignal,
): Promise<Answer<E>> =>
  call<Endpoint>(endpoint, sent as never, { signal }) as never

/**
 * The query of an endpoint's response; its request is canceled once nothing
 * shows it.
 */
export const endpointQuery = <E extends Endpoint>(
  queryKey: QueryKey,
  endpoint: E,
  request: Request<E, Answer<E>>,
) => {
  const { sent, options } = splitRequest(request)
  return queryOptions<Answer<E>>({
    queryKey,
    queryFn: ({ signal }) => read(endpoint, sent, signal),
    ...options,
  })
}

/** A printed page shows one instant, so it isn't refetched. */
export const printedOnce = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
}

type Item = { id: string; version: number } | null | undefined

const isOlder = (item: Item, other: Item) =>
  item?.id === other?.id && (item?.version ?? 0) < (other?.version ?? 0)

/**
 * For `structuralSharing` of an item with a version: a response that is older
 * than what is known of the same item changes nothing. It was read before a
 * write whose own response arrived first.
 */
export const newerVersion = (known: unknown, read: unknown): unknown =>
  isOlder(read as Item, known as Item) ? known : replaceEqualDeep(known, read)

/** `endpointQuery` of the `items` in the response. */
export const itemsQuery = <
  E extends Endpoint & { response: ZodType<{ items: unknown[] }> },
>(
  queryKey: QueryKey,
  endpoint: E,
  request: Request<E, Answer<E>['items']>,
) => {
  const { sent, options } = splitRequest(request)
  return queryOptions<Answer<E>['items']>({
    queryKey,
    queryFn: async ({ signal }) => (await read(endpoint, sent, signal)).items,
    ...options,
  })
}

type Page = { page: number; size: number; total: number }

/**
 * The pages of an endpoint's list, one after the other; `sentFor` is the
 * request for a page.
 */
export const pagesQuery = <E extends Endpoint & { response: ZodType<Page> }>(
  queryKey: QueryKey,
  endpoint: E,
  sentFor: (page: number) => Sent<E>,
  meta: { quiet?: boolean } = {},
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam }) =>
      read(endpoint, sentFor(pageParam), signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, size, total }: Page) =>
      page * size < total ? page + 1 : undefined,
    meta,
  })
