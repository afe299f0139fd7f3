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
import { type ComponentProps, Suspense, useRef, useState } from 'react'
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

const getLabel = (next: TdocStatus, status: TdocStatus): string => {
  if (next === 'COMPLETE') return tdocTransitions.complete.label
  return status === 'COMPLETE' ? 'Reopen' : `Set ${tdocStatusLabels[next]}`
}

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
  const [open, setOpen] = useState<Dialog | null>(null)
  // What this person just did; the bar then leads to the next Tdoc.
  const [finished, setFinished] = useState<'Completed' | 'Response set' | null>(
    null,
  )
  const { availableActions: may, status } = tdoc
  const bar = useRef<HTMLElement>(null)
  const show = (dialog: Dialog | null) => {
    setOpen(dialog)
    onCover(dialog !== null)
  }
  const set = (to: TdocStatus) =>
    writes.set({ kind: 'status', status: to }, [tdoc.id], () =>
      setFinished(to === 'COMPLETE' ? 'Completed' : null),
    )

  const isDone = finished !== null || status === 'COMPLETE'
  const primary: Step = isDone
    ? nextStep(next, onClose)
    : workStep(
        tdoc,
        () => show('RESPONSE'),
        () => set('COMPLETE'),
      )
  const isOff = writes.isBusy || primary.why !== undefined
  const press = () => isOff || primary.run()
  const openMenu = () =>
    bar.current?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.click()
  const moves = listMoves(tdoc)
  const hasMenu = moves.length > 0 || may.includes('escalate')
  useKeys(
    [
      {
        keys: 'mod+Enter',
        label: primary.label,
        run: press,
        isOff: isOff || open !== null,
      },
      { keys: '.', label: 'More actions', run: openMenu, isOff: !hasMenu },
    ],
    { isInDrawer: true },
  )

  return (
    <section
      ref={bar}
      className={classes.bar}
      data-bottom-bar
      aria-label={`Status: ${tdocStatusLabels[status]}`}
    >
      <p className={classes.note} role="status">
        {finished && `${finished} · ${nextText(next)}`}
        {!finished && may.includes('set-underwriter') && primary.why
          ? endSentence(primary.why)
          : ''}
      </p>
      {hasMenu && (
        <MoreMenu
          tdoc={tdoc}
          moves={moves}
          isBusy={writes.isBusy}
          onMove={set}
          onEscalate={() => show('ESCALATION')}
        />
      )}
      <PrimaryButton
        // Not `disabled`: the focus stays here when the action changes.
        aria-disabled={isOff}
        data-disabled={isOff || undefined}
        title={`${primary.label} (Ctrl Enter)`}
        // The second click of a double-click must not trigger the next action.
        onClick={({ detail }) => detail > 1 || press()}
      >
        {primary.label}
      </PrimaryButton>
      <Suspense>
        {open === 'RESPONSE' && (
          <ResponseDialog
            tdoc={tdoc}
            onSent={() => setFinished('Response set')}
            onClose={() => show(null)}
          />
        )}
        {open === 'ESCALATION' && (
          <EscalateDialog
            tdoc={tdoc}
            onEscalated={onOpen}
            onClose={() => show(null)}
          />
        )}
      </Suspense>
    </section>
  )
}

type Next = TdocActionsProps['next']

const nextStep = (next: Next, onClose: () => void): Step =>
  next
    ? { label: 'Open next', run: next.open }
    : { label: 'Back to list', run: onClose }

const nextText = (next: Next) =>
  next ? `next: ${next.text}` : 'that was the last one in this list'

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

const PrimaryButton = (props: ComponentProps<'button'>) => (
  <Button
    miw="7.5rem"
    flex="none"
    data-primary
    aria-keyshortcuts="Control+Enter"
    {...props}
  />
)
