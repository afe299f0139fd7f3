import { Button, Menu } from '@mantine/core'
import { endSentence } from '@portal/contract/lib/sentences'
import { isReviewed } from '@portal/contract/review-category/model'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import {
  type TdocStatus,
  tdocStatuses,
  tdocStatusLabels,
} from '@portal/contract/tdoc/model'
import {
  statusActions,
  tdocTransitions,
} from '@portal/contract/tdoc/transitions'
import { IconChevronDown } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { useKeys } from '../../../lib/keys.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { openCategoriesText } from '../../../records/tdoc/texts.ts'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { SecondaryButton } from '../../../ui/presets.ts'
import classes from '../tdoc.module.css'
import type { TdocWrites } from '../writes.ts'

const ResponseDialog = lazy(
  () => import('../dialogs/response-dialog.tsx'),
  'ResponseDialog',
)
const EscalateDialog = lazy(
  () => import('../dialogs/escalate-dialog.tsx'),
  'EscalateDialog',
)

type TdocActionsProps = {
  tdoc: Tdoc
  writes: TdocWrites
  /** Opens the next Tdoc of the list; undefined after the last one. */
  next: { text: string; open: () => void } | undefined
  onCover: (isCovered: boolean) => void
  onOpen: (id: string) => void
  onClose: () => void
}

type Dialog = 'RESPONSE' | 'ESCALATION'
type Finished = 'Completed' | 'Response set'

const getLabel = (next: TdocStatus, status: TdocStatus): string => {
  if (next === 'COMPLETE') return tdocTransitions.complete.label
  return status === 'COMPLETE' ? 'Reopen' : `Set ${tdocStatusLabels[next]}`
}

/** `why` it can't be run now. */
type Step = { label: string; run: () => void; why?: string }

/**
 * The bar below a Tdoc. Its primary action keeps its place: complete or
 * respond, then the next Tdoc.
 */
export const TdocActions = ({
  tdoc,
  writes,
  next,
  onCover,
  onOpen,
  onClose,
}: TdocActionsProps) => {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  // What this person just did; the bar then leads to the next Tdoc.
  const [finished, setFinished] = useState<Finished | null>(null)
  const { availableActions, status } = tdoc
  const bar = useRef<HTMLElement>(null)
  const show = (opened: Dialog | null) => {
    setDialog(opened)
    onCover(opened !== null)
  }
  const setStatus = (to: TdocStatus) =>
    writes.set({ kind: 'status', status: to }, [tdoc.id], () =>
      setFinished(to === 'COMPLETE' ? 'Completed' : null),
    )

  const isDone = finished !== null || status === 'COMPLETE'
  const primary = isDone
    ? nextStep(next, onClose)
    : workStep(
        tdoc,
        () => show('RESPONSE'),
        () => setStatus('COMPLETE'),
      )
  const isOff = writes.isBusy || primary.why !== undefined
  const runPrimary = () => {
    if (!isOff) primary.run()
  }
  const openMenu = () =>
    bar.current?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.click()
  const moves = listMoves(tdoc)
  const hasMenu = moves.length > 0 || availableActions.includes('escalate')
  useBarKeys(
    { ...primary, run: runPrimary, isOff: isOff || dialog !== null },
    { run: openMenu, isOff: !hasMenu },
  )

  return (
    <section
      ref={bar}
      className={classes.bar}
      data-bottom-bar
      aria-label={`Status: ${tdocStatusLabels[status]}`}
    >
      <p className={classes.note} role="status">
        {finished
          ? `${finished} · ${nextText(next)}`
          : incompleteText(tdoc, primary)}
      </p>
      {hasMenu && (
        <MoreMenu
          tdoc={tdoc}
          moves={moves}
          isBusy={writes.isBusy}
          onMove={setStatus}
          onEscalate={() => show('ESCALATION')}
        />
      )}
      <PrimaryButton label={primary.label} isOff={isOff} run={runPrimary} />
      <ActionDialog
        dialog={dialog}
        tdoc={tdoc}
        onResponded={() => setFinished('Response set')}
        onEscalated={onOpen}
        onClose={() => show(null)}
      />
    </section>
  )
}

type ActionDialogProps = {
  dialog: Dialog | null
  tdoc: Tdoc
  onResponded: () => void
  onEscalated: (id: string) => void
  onClose: () => void
}

const ActionDialog = ({
  dialog,
  tdoc,
  onResponded,
  onEscalated,
  onClose,
}: ActionDialogProps) => (
  <Suspense>
    {dialog === 'RESPONSE' && (
      <ResponseDialog tdoc={tdoc} onSent={onResponded} onClose={onClose} />
    )}
    {dialog === 'ESCALATION' && (
      <EscalateDialog tdoc={tdoc} onEscalated={onEscalated} onClose={onClose} />
    )}
  </Suspense>
)

type Next = TdocActionsProps['next']

const nextStep = (next: Next, onClose: () => void): Step =>
  next
    ? { label: 'Open next', run: next.open }
    : { label: 'Back to list', run: onClose }

const nextText = (next: Next) =>
  next ? `next: ${next.text}` : 'that was the last one in this list'

/** Why the Tdoc can't be completed yet; reviewers don't complete it. */
const incompleteText = ({ availableActions }: Tdoc, { why }: Step): string => {
  if (!why || !availableActions.includes('set-underwriter')) return ''
  return endSentence(why)
}

/** Responding for a reviewer, completing for an underwriter. */
const workStep = (
  { availableActions, reviewCategories }: Tdoc,
  respond: () => void,
  complete: () => void,
): Step => {
  if (availableActions.includes('set-response'))
    return { label: tdocTransitions['set-response'].label, run: respond }
  const step = { label: tdocTransitions.complete.label, run: complete }
  if (isReviewed(reviewCategories)) return step
  return { ...step, why: openCategoriesText(reviewCategories) }
}

/** The statuses in the menu; completing has its own button. */
const listMoves = ({ availableActions }: Tdoc) =>
  tdocStatuses.filter(
    (to) => to !== 'COMPLETE' && availableActions.includes(statusActions[to]),
  )

type MoreMenuProps = {
  tdoc: Tdoc
  moves: readonly TdocStatus[]
  isBusy: boolean
  onMove: (to: TdocStatus) => void
  onEscalate: () => void
}

const MoreMenu = ({
  tdoc,
  moves,
  isBusy,
  onMove,
  onEscalate,
}: MoreMenuProps) => (
  <MenuButton
    position="top-end"
    target={
      <SecondaryButton
        rightSection={<IconChevronDown size={14} aria-hidden />}
        aria-keyshortcuts="."
        title="More actions (.)"
      >
        More
      </SecondaryButton>
    }
  >
    {moves.map((to) => (
      <Menu.Item key={to} disabled={isBusy} onClick={() => onMove(to)}>
        {getLabel(to, tdoc.status)}
      </Menu.Item>
    ))}
    {tdoc.availableActions.includes('escalate') && (
      <Menu.Item onClick={onEscalate}>
        {tdocTransitions.escalate.label}
      </Menu.Item>
    )}
  </MenuButton>
)

type KeyRun = { run: () => void; isOff: boolean }

const useBarKeys = (primary: KeyRun & { label: string }, menu: KeyRun) =>
  useKeys(
    [
      { ...primary, keys: 'mod+Enter' },
      { ...menu, keys: '.', label: 'More actions' },
    ],
    { isInDrawer: true },
  )

const PrimaryButton = ({ label, isOff, run }: KeyRun & { label: string }) => (
  <Button
    miw="7.5rem"
    flex="none"
    data-primary
    aria-keyshortcuts="Control+Enter"
    // Not `disabled`: the focus stays here when the action changes.
    aria-disabled={isOff}
    data-disabled={isOff || undefined}
    title={`${label} (Ctrl Enter)`}
    // The second click of a double-click must not trigger the next action.
    onClick={({ detail }) => {
      if (detail <= 1) run()
    }}
  >
    {label}
  </Button>
)
