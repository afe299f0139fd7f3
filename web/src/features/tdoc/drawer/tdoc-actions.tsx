import { Button, Group } from '@mantine/core'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { type TdocStatus, tdocStatuses, tdocStatusLabels } from '@portal/contract/tdoc/model'
import { statusActions, tdocTransitions } from '@portal/contract/tdoc/transitions'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { dateTime, days } from '../../../lib/text/format.ts'
import { Hint, SecondaryButton } from '../../../ui/presets.ts'
import { TdocSla, TdocStatusBadge } from '../cells.tsx'
import { tdocActivityQuery } from '../queries.ts'
import { openCategoriesText } from '../shared/words.ts'
import type { useTdocWrites } from '../writes.ts'

const ResponseDialog = lazy(() => import('../dialogs/response-dialog.tsx'), 'ResponseDialog')
const EscalateDialog = lazy(() => import('../dialogs/escalate-dialog.tsx'), 'EscalateDialog')

type TdocActionsProps = {
  tdoc: Tdoc
  writes: ReturnType<typeof useTdocWrites>
  onCover: (isCovered: boolean) => void
  onOpen: (id: string) => void
}

const labelOf = (next: TdocStatus, status: TdocStatus): string => {
  if (next === 'COMPLETE') return tdocTransitions.complete.label
  return status === 'COMPLETE' ? 'Reopen' : `Set ${tdocStatusLabels[next]}`
}

export const TdocActions = ({ tdoc, writes, onCover, onOpen }: TdocActionsProps) => {
  const [open, setOpen] = useState<'RESPONSE' | 'ESCALATION' | null>(null)
  const { availableActions: may, reviewCategories, status } = tdoc
  const show = (dialog: typeof open) => {
    setOpen(dialog)
    onCover(dialog !== null)
  }
  const pressed = useRef<TdocStatus | null>(null)
  const head = useRef<HTMLDivElement>(null)

  // After a refused change the pressed button gets the focus back.
  useEffect(() => {
    if (writes.isBusy || pressed.current === null) return
    const button = head.current?.querySelector<HTMLElement>(`[data-status="${pressed.current}"]`)
    pressed.current = null
    if (document.activeElement === head.current) button?.focus({ preventScroll: true })
  }, [writes.isBusy])

  const isReturned = isWithReviewer(tdoc)
  const waits = may.includes('set-underwriter') && !may.includes('complete')

  return (
    <Group
      component="section"
      ref={head}
      gap="sm"
      aria-label={`Status: ${tdocStatusLabels[status]}`}
      tabIndex={-1}
      // It takes the focus only to be read out, when the pressed button is gone.
      style={{ outline: 'none' }}
    >
      <TdocStatusBadge status={status} />
      {tdoc.sla && <TdocSla tdoc={tdoc} />}
      {tdocStatuses
        .filter((next) => may.includes(statusActions[next]))
        .map((next) => (
          <Button
            key={next}
            variant={next === 'COMPLETE' && !isReturned ? 'filled' : 'default'}
            loading={writes.isBusy}
            data-status={next}
            onClick={() => {
              // A change removes its button; the status region stays.
              pressed.current = next
              head.current?.focus({ preventScroll: true })
              writes.set({ kind: 'status', status: next }, [tdoc.id])
            }}
          >
            {labelOf(next, status)}
          </Button>
        ))}
      {may.includes('set-response') && (
        <Button onClick={() => show('RESPONSE')}>{tdocTransitions['set-response'].label}</Button>
      )}
      {may.includes('escalate') && (
        <SecondaryButton onClick={() => show('ESCALATION')}>{tdocTransitions.escalate.label}</SecondaryButton>
      )}
      {isReturned && <ReturnedNote tdoc={tdoc} />}
      {waits && <Hint flex="0 0 100%">Can’t be completed yet: {openCategoriesText(reviewCategories)}.</Hint>}
      <Suspense>
        {open === 'RESPONSE' && <ResponseDialog tdoc={tdoc} onClose={() => show(null)} />}
        {open === 'ESCALATION' && <EscalateDialog tdoc={tdoc} onEscalated={onOpen} onClose={() => show(null)} />}
      </Suspense>
    </Group>
  )
}

const isWithReviewer = ({ status, sla }: Pick<Tdoc, 'status' | 'sla'>) =>
  status === 'NEW' && sla !== null && !sla.running

const ReturnedNote = ({ tdoc: { id, sla, isReviewComplete, availableActions } }: { tdoc: Tdoc }) => {
  const { data } = useInfiniteQuery({ ...tdocActivityQuery(id), meta: { quiet: true } })
  const last = data?.pages.flatMap(({ items }) => items).find(({ action }) => action === 'return')
  const wasComplete = last?.changes.some(({ field, before }) => field === 'status' && before === 'COMPLETE')
  const who = last?.actorName ? ` by ${last.actorName}` : ''
  const when = last ? `, ${dateTime(last.at)}` : ''
  return (
    <Hint flex="0 0 100%">
      {wasComplete ? 'Reopened' : 'Returned to new'}
      {who}
      {when}. The SLA clock is paused until the reviewer responds
      {sla && sla.days > 0 ? `; it stopped at ${days(sla.days)} overdue.` : ', so it has no due date.'}
      {isReviewComplete &&
        availableActions.includes('complete') &&
        ' Completed category reviews are kept. To have one reviewed again, undo it.'}
    </Hint>
  )
}
