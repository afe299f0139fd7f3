import { Button } from '@mantine/core'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { type TdocStatus, tdocStatuses, tdocStatusLabels } from '@portal/contract/tdoc/model'
import { statusActions, tdocTransitions } from '@portal/contract/tdoc/transitions'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { TdocSla, TdocStatusBadge } from '../cells.tsx'
import { openCategoriesText } from '../words.ts'
import type { useTdocWrites } from '../writes.ts'
import classes from './drawer.module.css'
import { isWithReviewer, ReturnedNote } from './returned-note.tsx'

const ResponseDialog = lazy(async () => ({
  default: (await import('../dialogs/response-dialog.tsx')).ResponseDialog,
}))
const EscalateDialog = lazy(async () => ({
  default: (await import('../dialogs/escalate-dialog.tsx')).EscalateDialog,
}))

type TdocActionsProps = {
  tdoc: Tdoc
  writes: ReturnType<typeof useTdocWrites>
  /** A dialog stands over the drawer. */
  onCover: (isCovered: boolean) => void
  onOpen: (id: string) => void
}

/** What leads to a status, as the button says it: a completed one is reopened. */
const wayTo = (next: TdocStatus, status: TdocStatus): string => {
  if (next === 'COMPLETE') return tdocTransitions.complete.label
  return status === 'COMPLETE' ? 'Reopen' : `Set ${tdocStatusLabels[next]}`
}

/** How a Tdoc stands, and what can be done with it now. */
export const TdocActions = ({ tdoc, writes, onCover, onOpen }: TdocActionsProps) => {
  const [open, setOpen] = useState<'RESPONSE' | 'ESCALATION' | null>(null)
  const { availableActions: may, reviewCategories, status } = tdoc
  const show = (dialog: typeof open) => {
    setOpen(dialog)
    onCover(dialog !== null)
  }
  const pressed = useRef<TdocStatus | null>(null)
  const head = useRef<HTMLDivElement>(null)

  // Back to the button that was pressed, where the change was refused and it stands there still.
  useEffect(() => {
    if (writes.isBusy || pressed.current === null) return
    const button = head.current?.querySelector<HTMLElement>(`[data-status="${pressed.current}"]`)
    pressed.current = null
    if (document.activeElement === head.current) button?.focus({ preventScroll: true })
  }, [writes.isBusy])

  const isReturned = isWithReviewer(tdoc)
  const waits = may.includes('set-underwriter') && !may.includes('complete')

  return (
    <section ref={head} className={classes.head} aria-label={`Status: ${tdocStatusLabels[status]}`} tabIndex={-1}>
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
              // A change takes its button away; the status that it leads to stays.
              pressed.current = next
              head.current?.focus({ preventScroll: true })
              writes.set({ kind: 'status', status: next }, [tdoc.id])
            }}
          >
            {wayTo(next, status)}
          </Button>
        ))}
      {may.includes('set-response') && (
        <Button onClick={() => show('RESPONSE')}>{tdocTransitions['set-response'].label}</Button>
      )}
      {may.includes('escalate') && (
        <Button variant="default" onClick={() => show('ESCALATION')}>
          {tdocTransitions.escalate.label}
        </Button>
      )}
      {isReturned && <ReturnedNote tdoc={tdoc} />}
      {waits && <p className={classes.why}>It cannot be completed yet: {openCategoriesText(reviewCategories)}.</p>}
      <Suspense>
        {open === 'RESPONSE' && <ResponseDialog tdoc={tdoc} onClose={() => show(null)} />}
        {open === 'ESCALATION' && <EscalateDialog tdoc={tdoc} onEscalated={onOpen} onClose={() => show(null)} />}
      </Suspense>
    </section>
  )
}
