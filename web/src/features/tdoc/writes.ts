import type { AssignTo } from '@portal/contract/assignment/model'
import { branded } from '@portal/contract/lib/brand'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import * as api from '@portal/contract/tdoc/api'
import { tdocMessages } from '@portal/contract/tdoc/messages'
import { tprResponseLabels } from '@portal/contract/tdoc/model'
import { tdocTransitions } from '@portal/contract/tdoc/transitions'
import {
  type QueryClient,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../lib/call.ts'
import { getProblems, hasStatus } from '../../lib/call-error.ts'
import type { Intent } from '../../lib/state/intent.ts'
import { useIntent } from '../../lib/state/use-intent.ts'
import { undoAction } from '../../records/assignment/queries.ts'
import {
  applyChange,
  type ChangeKind,
  type TdocChange,
} from '../../records/tdoc/change.ts'
import {
  patchTdocs,
  tdocQuery,
  tdocSeen,
  tdocsInTurn,
} from '../../records/tdoc/queries.ts'
import { tdocKey } from '../../records/tdoc/tdoc-key.ts'
import { changedText, getTitle, tdocsText } from '../../records/tdoc/texts.ts'

/**
 * `onDone` is here because `mutate` forgets its own callbacks when the next
 * call starts.
 */
type ChangeRequest = {
  change: TdocChange
  ids: readonly string[]
  onDone?: (() => void) | undefined
}

export type ChangeRefusal =
  | {
      kind: 'REFUSED'
      change: TdocChange
      reasons: ReadonlyMap<string, string>
    }
  | { kind: 'STALE'; id: string }

const matchingTdoc = (queryClient: QueryClient, id: string) => {
  const seen = tdocSeen(queryClient, id)
  return seen ? { ifMatch: `"${seen.version}"` } : {}
}

const send = (
  { change, ids }: ChangeRequest,
  options: { ifMatch?: string },
  intent: Intent,
): Promise<Changed> => {
  const tdocIds = [...ids]
  switch (change.kind) {
    case 'underwriter':
      return call(
        api.setUnderwriters,
        { body: { tdocIds, underwriterId: change.person?.id ?? null } },
        options,
      )
    case 'reviewer':
      return call(
        api.setReviewers,
        { body: { tdocIds, reviewerId: change.person?.id ?? null } },
        options,
      )
    case 'status':
      return call(
        api.setTdocStatus,
        { body: { tdocIds, status: change.status } },
        { ...options, intent },
      )
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

/** Only assignments can be undone. */
type Changed = { items: Tdoc[]; assignmentId?: string | null }

const changeKey = [...tdocKey, 'change'] as const

/** Shows a Tdoc with the changes that the server has not answered yet. */
export const useWithPending = () => {
  const pending = useMutationState({
    filters: { mutationKey: changeKey, status: 'pending' },
    select: ({ state }) => state.variables as ChangeRequest,
  })
  return (tdoc: Tdoc): Tdoc =>
    pending.reduce(
      (shown, { change, ids }) =>
        ids.includes(tdoc.id) ? applyChange(shown, change) : shown,
      tdoc,
    )
}

/**
 * Why each Tdoc was refused, by its id. The notice over the table shows it, not
 * a toast.
 */
const refusals = (
  error: Error,
  ids: readonly string[],
): ReadonlyMap<string, string> => {
  const reasons = new Map<string, string>()
  for (const { field, error: why } of getProblems(error)) {
    const id = ids.find((other) => field === `tdocIds.${other}`)
    if (id) reasons.set(id, why)
  }
  if (reasons.size === 0 && hasStatus(error, 409))
    for (const id of ids) reasons.set(id, error.message)
  return reasons
}

/** Sets fields of Tdocs, and keeps why the last change was not made. */
export const useTdocWrites = () => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  const [refusal, setRefusal] = useState<ChangeRefusal | null>(null)
  const { mutate, isPending } = useMutation({
    mutationKey: changeKey,
    scope: tdocsInTurn,
    mutationFn: (request: ChangeRequest) => {
      const [only, ...others] = request.ids
      return send(
        request,
        only && others.length === 0 ? matchingTdoc(queryClient, only) : {},
        intent,
      )
    },
    meta: {
      done: (
        { items, assignmentId = null }: Changed,
        { change }: ChangeRequest,
      ) => ({
        message: texts[change.kind].done,
        to: changedText(change, items),
        action: undoAction(queryClient, assignmentId),
      }),
      failed: ({ change }: ChangeRequest) => texts[change.kind].failed,
      prefers: 'reason',
      shown: [409, 412],
    },
    onMutate: () => setRefusal(null),
    onSuccess: ({ items }, { onDone }) => {
      onDone?.()
      patchTdocs(
        queryClient,
        (tdoc) => items.find(({ id }) => id === tdoc.id) ?? tdoc,
      )
    },
    onError: (error, { change, ids }) => {
      const [first] = ids
      if (first && hasStatus(error, 412))
        setRefusal({ kind: 'STALE', id: first })
      const reasons = refusals(error, ids)
      if (reasons.size > 0) setRefusal({ kind: 'REFUSED', change, reasons })
      // The row's tab may not show its current state.
      if (ids.length === 1 && first)
        void queryClient.invalidateQueries({
          queryKey: tdocQuery(first).queryKey,
        })
    },
    // Not awaited: a refused change must not look made until the Tdocs are read
    // again.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: tdocKey }),
  })
  return {
    set: (change: TdocChange, ids: readonly string[], onDone?: () => void) =>
      mutate({ change, ids, onDone }),
    isBusy: isPending,
    refusal,
    forget: () => setRefusal(null),
  }
}
export type TdocWrites = ReturnType<typeof useTdocWrites>

/** Assigns Tdocs, each to its own person. The dialog shows a refusal. */
export const useAssignTdocs = (kind: 'underwriter' | 'reviewer') => {
  const queryClient = useQueryClient()
  return useMutation({
    scope: tdocsInTurn,
    mutationFn: (assignments: AssignTo[]) =>
      call(kind === 'underwriter' ? api.setUnderwriters : api.setReviewers, {
        body: { assignments },
      }),
    meta: {
      done: ({
        items,
        assignmentId,
      }: {
        items: Tdoc[]
        assignmentId: string | null
      }) => ({
        message: texts[kind].done,
        to: tdocsText(items),
        action: undoAction(queryClient, assignmentId),
      }),
      failed: texts[kind].failed,
      prefers: 'reason',
      shown: [404, 409],
    },
    onSuccess: ({ items }) =>
      patchTdocs(
        queryClient,
        (tdoc) => items.find(({ id }) => id === tdoc.id) ?? tdoc,
      ),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: tdocKey }),
  })
}

const { done, failed } = tdocTransitions.escalate
const responded = tdocTransitions['set-response']

const useCreation = <Body>(
  create: (body: Body, options: { intent: Intent }) => Promise<Tdoc>,
  shown: number[],
) => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  return useMutation({
    mutationFn: (body: Body) => create(body, { intent }),
    meta: {
      done: (tdoc: Tdoc) => ({ message: done, to: getTitle(tdoc) }),
      failed,
      prefers: 'reason',
      shown,
    },
    onSuccess: (tdoc) =>
      queryClient.setQueryData(tdocQuery(tdoc.id).queryKey, tdoc),
    onSettled: () => queryClient.invalidateQueries({ queryKey: tdocKey }),
  })
}

export const useCreateTdoc = () =>
  useCreation(
    (body: z.input<typeof api.createTdoc.body>, options) =>
      call(api.createTdoc, { body }, options),
    [400, 409],
  )

export const useEscalate = () =>
  useCreation(
    (body: z.input<typeof api.escalateTdoc.body>, options) =>
      call(api.escalateTdoc, { body }, options),
    [400],
  )

export const useSetResponse = (id: string) => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  return useMutation({
    scope: tdocsInTurn,
    mutationFn: ({
      version,
      ...body
    }: z.input<typeof api.setResponse.body> & { version: number }) =>
      call(
        api.setResponse,
        { params: { id }, body },
        { intent, ifMatch: `"${version}"` },
      ),
    meta: {
      done: (tdoc: Tdoc) => ({
        message: responded.done,
        to: `${tdocsText([tdoc])}: ${tdoc.tprResponse ? tprResponseLabels[tdoc.tprResponse] : ''}`,
      }),
      failed: responded.failed,
      prefers: 'reason',
      shown: [400, 412],
    },
    onSuccess: (tdoc) =>
      patchTdocs(queryClient, (one) => (one.id === id ? tdoc : one)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: tdocKey }),
  })
}

/**
 * Looks up the loan of a new Tdoc; null for a loan that LoanDock doesn't know,
 * which the field shows.
 */
export const useCheckTdocLoan = (brandName: string, isFailureShown: boolean) =>
  useMutation({
    mutationFn: async (loanNumber: string) => {
      try {
        return await call(api.checkTdocLoan, { params: { loanNumber } })
      } catch (error) {
        if (hasStatus(error, 404)) return null
        throw error
      }
    },
    meta: {
      failed: isFailureShown
        ? null
        : branded(tdocMessages.checkLoan.failed, brandName),
      prefers: 'reason',
    },
  })

/**
 * Whether an image file name is in use. A failed check shows nothing: creating
 * the Tdoc checks it again.
 */
export const useCheckImage = () =>
  useMutation({
    mutationFn: async (imageFileName: string) =>
      (await call(api.checkImageFileName, { body: { imageFileName } })).exists,
    meta: { failed: null },
  })
