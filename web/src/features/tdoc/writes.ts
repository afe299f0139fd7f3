import type { Tdoc } from '@portal/contract/tdoc/answers'
import * as api from '@portal/contract/tdoc/api'
import { tdocTransitions } from '@portal/contract/tdoc/transitions'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { hasStatus, problemsOf } from '../../lib/call-error.ts'
import type { Intent } from '../../lib/intent.ts'
import { createStanding, type Standing } from '../../lib/standing.ts'
import { useIntent } from '../../lib/use-intent.ts'
import { applied, type ChangeKind, putBack, type TdocChange } from './change.ts'
import { patchTdocs, tdocQuery, tdocSeen } from './queries.ts'
import { tdocKey } from './tdoc-key.ts'
import { changedText } from './words.ts'

/** Writes to Tdocs wait for each other, so that each carries the version that the one before it made. */
export const tdocsInTurn = { id: 'tdocs' }

/** `onDone` is the wish's own: what is given to `mutate` beside it is forgotten for the next. */
type Wish = { change: TdocChange; ids: readonly string[]; onDone?: (() => void) | undefined }

/** What came in the way of a change, for the table to say calmly: rows that refuse it, or one that somebody else changed. */
export type Obstacle =
  | { kind: 'REFUSED'; change: TdocChange; whys: ReadonlyMap<string, string> }
  | { kind: 'STALE'; id: string }

/** `If-Match` for the version that this person last saw. */
const matchingTdoc = (queryClient: QueryClient, id: string) => {
  const seen = tdocSeen(queryClient, id)
  return seen ? { ifMatch: `"${seen.version}"` } : {}
}

const send = ({ change, ids }: Wish, options: { ifMatch?: string }, intent: Intent) => {
  const tdocIds = [...ids]
  switch (change.kind) {
    case 'underwriter':
      return call(api.setUnderwriters, { body: { tdocIds, underwriterId: change.person?.id ?? null } }, options)
    case 'reviewer':
      return call(api.setReviewers, { body: { tdocIds, reviewerId: change.person?.id ?? null } }, options)
    case 'status':
      return call(api.setTdocStatus, { body: { tdocIds, status: change.status } }, { ...options, intent })
    case 'progress':
      return call(
        api.setProgressTracking,
        { body: { tdocIds, progressTracking: change.progress } },
        { ...options, intent },
      )
  }
}

const texts: Record<ChangeKind, { done: string; failed: string }> = {
  underwriter: tdocTransitions['set-underwriter'],
  reviewer: tdocTransitions['set-reviewer'],
  status: tdocTransitions.complete,
  progress: tdocTransitions['set-progress-tracking'],
}

/**
 * Sets one field of Tdocs, all or none. The rows show it at once; refused, they show again how they stand, also where
 * they cannot be read again, as without a connection.
 */
const useSet = (kind: ChangeKind, standing: Standing<Tdoc>, onObstacle: (obstacle: Obstacle | null) => void) => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  const { done, failed } = texts[kind]
  return useMutation({
    scope: tdocsInTurn,
    mutationFn: (wish: Wish) => {
      const [only, ...others] = wish.ids
      return send(wish, only && others.length === 0 ? matchingTdoc(queryClient, only) : {}, intent)
    },
    meta: {
      done: ({ items }: { items: Tdoc[] }, { change }: Wish) => ({ message: done, to: changedText(change, items) }),
      failed,
      prefers: 'reason',
      shown: [409, 412],
    },
    onMutate: ({ change, ids }) => {
      onObstacle(null)
      void queryClient.cancelQueries({ queryKey: [...tdocKey, 'list'] })
      standing.hold(ids.flatMap((id) => tdocSeen(queryClient, id) ?? []))
      patchTdocs(queryClient, (tdoc) => (ids.includes(tdoc.id) ? applied(tdoc, change) : tdoc))
    },
    onSuccess: ({ items }, { onDone }) => {
      onDone?.()
      standing.agree(items)
      patchTdocs(queryClient, (tdoc) => items.find(({ id }) => id === tdoc.id) ?? tdoc)
    },
    onError: (error, { change, ids }) => {
      patchTdocs(queryClient, (tdoc) => {
        const before = ids.includes(tdoc.id) ? standing.of(tdoc.id) : undefined
        return before ? putBack(tdoc, before, kind) : tdoc
      })
      const [first] = ids
      if (first && hasStatus(error, 412)) onObstacle({ kind: 'STALE', id: first })
      const whys = new Map(
        problemsOf(error).flatMap(({ field, error: why }) => {
          const id = ids.find((one) => field === `tdocIds.${one}`)
          return id ? [[id, why] as const] : []
        }),
      )
      // A refusal is told over the table, not in a toast that would stand in the way.
      if (whys.size === 0 && hasStatus(error, 409)) for (const id of ids) whys.set(id, error.message)
      if (whys.size > 0) onObstacle({ kind: 'REFUSED', change, whys })
      // How the row stands now, also where its tab does not show it.
      if (ids.length === 1 && first) void queryClient.invalidateQueries({ queryKey: tdocQuery(first).queryKey })
    },
    onSettled: (_answer, _error, { ids }) => {
      standing.release(ids)
      return queryClient.invalidateQueries({ queryKey: tdocKey })
    },
  })
}

/** The four things that are set in rows and over a selection, and what came in the way of the last. */
export const useTdocWrites = () => {
  const [obstacle, setObstacle] = useState<Obstacle | null>(null)
  const [standing] = useState(createStanding<Tdoc>)
  const underwriter = useSet('underwriter', standing, setObstacle)
  const reviewer = useSet('reviewer', standing, setObstacle)
  const status = useSet('status', standing, setObstacle)
  const progress = useSet('progress', standing, setObstacle)
  const writes = { underwriter, reviewer, status, progress }
  return {
    set: (change: TdocChange, ids: readonly string[], onDone?: () => void) =>
      writes[change.kind].mutate({ change, ids, onDone }),
    isBusy: Object.values(writes).some(({ isPending }) => isPending),
    obstacle,
    forget: () => setObstacle(null),
  }
}
