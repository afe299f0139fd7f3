import { searchHistory } from '@portal/contract/history/api'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { type Decision, isDecided } from '@portal/contract/slv/status'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { slvKey } from '../../../records/slv/slv-key.ts'

/** A comment and the decision that it was written for. */
type CommentDecision = { comment: string; decision: Decision | null }

/**
 * The last decision of an SLV, which is in its history after it was reopened.
 */
const lastDecisionQuery = (id: string) =>
  queryOptions({
    queryKey: [...slvKey, 'last-decision', id],
    queryFn: async ({ signal }) => {
      const body = {
        page: 1,
        size: 1,
        actions: ['make-final-decision' as const],
      }
      const { items } = await call(
        searchHistory,
        { params: { id }, body },
        { signal },
      )
      return items[0] ?? null
    },
    meta: { quiet: true },
  })

const useLastDecision = (
  { id, resubmitCount }: SlvDetail,
  isNeeded: boolean,
): CommentDecision | null => {
  const { data: entry } = useQuery({
    ...lastDecisionQuery(id),
    enabled: isNeeded,
  })
  if (
    !entry ||
    entry.resubmitCount !== resubmitCount ||
    !isDecided(entry.toStatus)
  )
    return null
  const comment = entry.changes.find(
    ({ field }) => field === 'decisionComment',
  )?.after
  return typeof comment === 'string'
    ? { comment, decision: entry.toStatus }
    : null
}

/**
 * Which decision the typed comment was written for (`writtenFor`):
 * 1. the one that the person kept the comment for,
 * 2. otherwise the last decision of this round, if it had the same comment,
 * 3. otherwise the one that was chosen when the comment was typed, or when the
 *    page was opened.
 *
 * `keep` keeps the comment for another decision.
 */
export const useCommentDecision = (
  slv: SlvDetail,
  current: CommentDecision,
) => {
  const { comment, decision } = current
  const [typed, setTyped] = useState(current)
  const [kept, setKept] = useState<CommentDecision | null>(null)
  const last = useLastDecision(slv, comment !== '')

  const isNewComment = comment !== typed.comment
  const isFirstDecision = typed.decision === null && decision !== null
  if (isNewComment || isFirstDecision) setTyped({ comment, decision })

  const source =
    [kept, last].find((other) => other?.comment === comment) ?? typed
  return {
    writtenFor: source.decision,
    keep: (chosen: Decision) => setKept({ comment, decision: chosen }),
  }
}
