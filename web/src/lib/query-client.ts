import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError, hasStatus, isOutage, reasonOf } from './call-error.ts'
import { failureText } from './failure-text.ts'
import { endOutage, onBack, sayAnswered, sayAway, startOutage } from './outage.ts'
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

/** Those whose last answer was none, quiet ones too. */
const unanswered = new WeakSet<object>()

/** The toasts of queries that failed, by their text: one for each text, until a query with that text succeeds. */
const failureToasts = new Map<string, number>()

const dismissFailure = (failed: string | undefined) => {
  const id = failed && failureToasts.get(failed)
  if (id) toast.dismiss(id)
}

const showFailure = (failed: string, error: unknown, prefers: Preferred | undefined) => {
  dismissFailure(failed)
  failureToasts.set(failed, toast.failure(failureText(failed, reasonOf(error), prefers)))
}

/** Every mutation says in `meta` what to tell the user; no component shows a toast by hand. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onSuccess: (_data, query) => {
      endOutage(query)
      dismissFailure(query.meta?.failed)
      sayAnswered(unanswered.delete(query))
    },
    onError: (error, query) => {
      if (query.meta?.failed && !signedOut(error)) showFailure(query.meta.failed, error, query.meta.prefers)
      if (!isOutage(error)) return
      unanswered.add(query)
      if (error instanceof CallError && error.kind === 'network') sayAway()
      if (!query.meta?.quiet) startOutage(query)
    },
  }),
  mutationCache: new MutationCache({
    onSuccess: (data, variables, _result, { meta }) => {
      readAgain()
      const said = spoken(meta?.done, data, variables)
      if (typeof said === 'string') toast.success(said)
      else if (said) toast.success(said.message, said.to)
    },
    onError: (error, variables, _result, { meta }) => {
      // The sign-in page is on its way; a toast would outlive the page that it is about.
      if (meta?.failed === null || signedOut(error)) return
      if (meta?.shown?.some((status) => hasStatus(error, status))) return
      const failed = typeof meta?.failed === 'function' ? meta.failed(variables as never) : meta?.failed
      toast.failure(failureText(failed ?? 'Something went wrong', reasonOf(error), meta?.prefers))
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
onBack(() => {
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
