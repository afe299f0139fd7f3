import { searchHistory } from '@portal/contract/history/api'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { type Decision, isDecided } from '@portal/contract/slv/status'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { slvKey } from '../../../records/slv/slv-key.ts'

/** A comment and the decision that it was written for. */
type Written = { comment: string; decision: Decision | null }

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
): Written | null => {
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
 * The decision that the comment of a decision was written for: the last one of
 * this round if it had the same comment, otherwise the one that was chosen when
 * it was typed or the page was opened. `keep` keeps the comment for another
 * decision.
 */
export const useCommentDecision = (
  slv: SlvDetail,
  { comment, decision }: Written,
) => {
  const [written, setWritten] = useState<Written>({ comment, decision })
  const [kept, setKept] = useState<Written | null>(null)
  const last = useLastDecision(slv, comment !== '')
  const isFirst = written.decision === null && decision !== null
  if (written.comment !== comment || isFirst) setWritten({ comment, decision })
  const source =
    [kept, last].find((each) => each?.comment === comment) ?? written
  return {
    writtenFor: source.decision,
    keep: (chosen: Decision) => setKept({ comment, decision: chosen }),
  }
}
