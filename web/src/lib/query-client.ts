import {
  type Mutation,
  MutationCache,
  type MutationMeta,
  type Query,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query'
import { CallError, hasStatus, isOutage, reasonOf } from './call-error.ts'
import { failureText } from './failure-text.ts'
import { endOutage, onReconnect, reportConnected, startOutage } from './outage.ts'
import { toast } from './toast.ts'

/** A text, or one made of the answer and of what was asked; null says nothing. `to` is what it was done to, and how. */
type Told = string | { message: string; to: string } | null
type Said = Told | ((data: never, variables: never) => Told)

type Preferred = 'message' | 'reason'

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * `prefers: 'reason'` shows the server's sentence alone when there is one (reporting, Tdocs, uploads, invites).
     * `shown` are refusals by HTTP status that the screen shows itself, better than a toast could.
     */
    mutationMeta: {
      done?: Said
      failed: string | null | ((variables: never) => string)
      prefers?: Preferred
      shown?: readonly number[]
    }
    /** `quiet` keeps a failure of this query out of the global alert; `failed` is its toast. */
    queryMeta: { quiet?: boolean; failed?: string; prefers?: Preferred }
  }
}

const tries = 2

/** One look at a failure: whoever waits longer for a server that said no gains nothing. */
const worthRepeating = (failures: number, error: unknown) =>
  failures < tries && error instanceof CallError && error.repeatable && isOutage(error)

const signedOut = (error: unknown) => error instanceof CallError && error.endsSession

/** Whether a page asks for it again and again by itself. */
const isPolled = (query: Query<unknown, unknown, unknown>) =>
  query.observers.some(({ options }) => Boolean(options.refetchInterval))

/** Queries whose last call failed, quiet ones too. */
const unanswered = new WeakSet<object>()

/** The error toasts by what failed: one each, until it succeeds. */
const failureToasts = new Map<string, number>()

const dismissFailure = (what: string | undefined) => {
  const id = what && failureToasts.get(what)
  if (id) toast.dismiss(id)
}

const showFailure = (what: string, failed: string, error: unknown, prefers: Preferred | undefined) => {
  dismissFailure(what)
  failureToasts.set(what, toast.failure(failureText(failed, reasonOf(error), prefers)))
}

const failedText = (meta: MutationMeta | undefined, variables: unknown) =>
  (typeof meta?.failed === 'function' ? meta.failed(variables as never) : meta?.failed) ?? 'Something went wrong'

/** A write to one SLV says nothing about the same write to another. */
const whatFailed = ({ meta, options }: Mutation<unknown, unknown, unknown>, variables: unknown) =>
  `${options.scope?.id ?? ''} ${failedText(meta, variables)}`

/** Every mutation says in `meta` what to tell the user; no component shows a toast by hand. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onSuccess: (_data, query) => {
      endOutage(query)
      dismissFailure(query.meta?.failed)
      reportConnected(unanswered.delete(query))
    },
    onError: (error, query) => {
      if (query.meta?.failed && !signedOut(error))
        showFailure(query.meta.failed, query.meta.failed, error, query.meta.prefers)
      if (!isOutage(error)) return
      unanswered.add(query)
      if (!query.meta?.quiet) startOutage(query)
      else if (isPolled(query)) startOutage(query, 'POLL')
    },
  }),
  mutationCache: new MutationCache({
    onSuccess: (data, variables, _result, mutation) => {
      const { meta } = mutation
      readAgain()
      dismissFailure(whatFailed(mutation, variables))
      const said = spoken(meta?.done, data, variables)
      if (typeof said === 'string') toast.success(said)
      else if (said) toast.success(said.message, said.to)
    },
    onError: (error, variables, _result, mutation) => {
      const { meta } = mutation
      // The sign-in page is on its way; a toast would outlive the page that it is about.
      if (meta?.failed === null || signedOut(error)) return
      if (meta?.shown?.some((status) => hasStatus(error, status))) return
      showFailure(whatFailed(mutation, variables), failedText(meta, variables), error, meta?.prefers)
    },
  }),
  defaultOptions: {
    queries: { retry: worthRepeating, staleTime: 10_000, networkMode: 'always' },
    mutations: { retry: worthRepeating, networkMode: 'always' },
  },
})

/**
 * What is on its way while something is changed may tell how it was before. A change has what it touches read anew, but
 * TanStack starts no second reading beside a first one, nor one of what no screen shows yet: these are read again.
 */
const readAgain = () => {
  const isHeedless = (query: Query) => query.state.data === undefined || !query.isActive()
  for (const query of queryClient.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: isHeedless }))
    void query.promise
      ?.catch(() => {})
      .then(() => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }))
}

// What a screen could not read is read again as soon as anything, such as the poll of the bell, has its answer.
onReconnect(() => {
  void queryClient.refetchQueries(
    {
      type: 'active',
      predicate: ({ state }) => state.status === 'error' && state.fetchStatus === 'idle' && isOutage(state.error),
    },
    { cancelRefetch: false },
  )
})

const spoken = (said: Said | undefined, data: unknown, variables: unknown) =>
  typeof said === 'function' ? said(data as never, variables as never) : said
