import { endSentence } from '@portal/contract/lib/sentences'
import {
  type Mutation,
  MutationCache,
  type MutationMeta,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { CallError, getReason, hasStatus, isOutage } from './call-error.ts'
import {
  endOutage,
  onReconnect,
  reportConnected,
  startOutage,
} from './outage.ts'
import { actionDuration, type ToastAction, toast } from './toast.ts'

/**
 * The text of a toast, and what was changed (`to`); null for no toast. It can
 * depend on the response and the variables.
 */
type ToastText =
  | string
  | { message: string; to?: string; action?: ToastAction | undefined }
  | null
type ToastTextOf = ToastText | ((data: never, variables: never) => ToastText)

type Preferred = 'message' | 'reason'

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * `prefers: 'reason'` shows the server's message alone if there is one
     * (reporting, Tdocs, uploads, invites). `shown` lists the HTTP statuses
     * that the screen shows itself, without a toast.
     */
    mutationMeta: {
      done?: ToastTextOf
      failed: string | null | ((variables: never) => string)
      prefers?: Preferred
      shown?: readonly number[]
      /**
       * The keys of the queries that are read again after it, whether it
       * succeeded or failed.
       */
      changes?: readonly QueryKey[]
    }
    /**
     * `quiet` keeps a failure of this query out of the global alert; `failed`
     * is its toast.
     */
    queryMeta: { quiet?: boolean; failed?: string; prefers?: Preferred }
  }
}

const tries = 2

const shouldRetry = (failures: number, error: unknown) =>
  failures < tries &&
  error instanceof CallError &&
  error.repeatable &&
  isOutage(error)

const signedOut = (error: unknown) =>
  error instanceof CallError && error.endsSession

const isPolled = (query: Query<unknown, unknown, unknown>) =>
  query.observers.some(({ options }) => Boolean(options.refetchInterval))

/** Queries whose last call failed, quiet ones too. */
const unanswered = new WeakSet<object>()

/**
 * '{message}. Reason: {server error text}', or only the message; a reason that
 * repeats it is left out (spec.md §8).
 */
export const failureText = (
  message: string,
  reason: string | null,
  prefers: Preferred = 'message',
) => {
  if (reason === null || reason === '' || reason === message) return message
  return prefers === 'reason'
    ? reason
    : `${endSentence(message)} Reason: ${reason}`
}

/** The error toasts by what failed: one each, until it succeeds. */
const failureToasts = new Map<string, number>()

const dismissFailure = (what: string | undefined) => {
  const id = what && failureToasts.get(what)
  if (id) toast.dismiss(id)
}

const showFailure = (
  what: string,
  failed: string,
  error: unknown,
  prefers: Preferred | undefined,
) => {
  dismissFailure(what)
  failureToasts.set(
    what,
    toast.failure(failureText(failed, getReason(error), prefers)),
  )
}

const failedText = (meta: MutationMeta | undefined, variables: unknown) =>
  (typeof meta?.failed === 'function'
    ? meta.failed(variables as never)
    : meta?.failed) ?? 'Something went wrong'

/** The same write to another SLV fails on its own. */
const whatFailed = (
  { meta, options }: Mutation<unknown, unknown, unknown>,
  variables: unknown,
) => `${options.scope?.id ?? ''} ${failedText(meta, variables)}`

/**
 * Every mutation declares its toasts in `meta`; no component shows one by hand.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onSuccess: (_data, query) => {
      endOutage(query)
      dismissFailure(query.meta?.failed)
      reportConnected(unanswered.delete(query))
    },
    onError: (error, query) => {
      if (query.meta?.failed && !signedOut(error))
        showFailure(
          query.meta.failed,
          query.meta.failed,
          error,
          query.meta.prefers,
        )
      if (!isOutage(error)) return
      unanswered.add(query)
      if (!query.meta?.quiet) startOutage(query)
      else if (isPolled(query)) startOutage(query, 'POLL')
    },
  }),
  mutationCache: new MutationCache({
    onSuccess: (data, variables, _result, mutation) => {
      const { meta } = mutation
      refetchInFlight()
      dismissFailure(whatFailed(mutation, variables))
      const done = meta?.done
      const text =
        typeof done === 'function'
          ? done(data as never, variables as never)
          : done
      if (typeof text === 'string') toast.success(text)
      else if (text?.action) {
        const elapsed = Date.now() - mutation.state.submittedAt
        toast.offer(
          text.message,
          text.action,
          Math.max(0, actionDuration - elapsed),
          text.to,
        )
      } else if (text) toast.success(text.message, text.to)
    },
    onError: (error, variables, _result, mutation) => {
      const { meta } = mutation
      // The sign-in page follows, and a toast would outlast the page that it is
      // about.
      if (meta?.failed === null || signedOut(error)) return
      if (meta?.shown?.some((status) => hasStatus(error, status))) return
      showFailure(
        whatFailed(mutation, variables),
        failedText(meta, variables),
        error,
        meta?.prefers,
      )
    },
    onSettled: (_data, error, _variables, _result, { meta }) => {
      const reads = meta?.changes?.map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      )
      // A failure is shown immediately: without a connection, the reads take
      // long.
      return error || !reads ? undefined : Promise.all(reads)
    },
  }),
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 10_000, networkMode: 'always' },
    mutations: { retry: shouldRetry, networkMode: 'always' },
  },
})

/**
 * A query in flight during a mutation may return data from before it. TanStack
 * neither starts a second fetch beside a first one nor fetches what no screen
 * shows yet, so these queries are invalidated once they have their data.
 */
const refetchInFlight = () => {
  const mayBeStale = (query: Query) =>
    query.state.data === undefined || !query.isActive()
  for (const query of queryClient
    .getQueryCache()
    .findAll({ fetchStatus: 'fetching', predicate: mayBeStale }))
    void query.promise
      ?.catch(() => {})
      .then(() =>
        queryClient.invalidateQueries({
          queryKey: query.queryKey,
          exact: true,
        }),
      )
}

// Queries that failed during an outage run again when the server can be
// reached, which the bell's poll finds out.
onReconnect(() => {
  void queryClient.refetchQueries(
    {
      type: 'active',
      predicate: ({ state }) =>
        state.status === 'error' &&
        state.fetchStatus === 'idle' &&
        isOutage(state.error),
    },
    { cancelRefetch: false },
  )
})
