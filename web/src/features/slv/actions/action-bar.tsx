import { Box, Button, Menu } from '@mantine/core'
import { hasReport } from '@portal/contract/reporting/policy'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { SlvAction } from '@portal/contract/slv/transitions'
import { IconChevronDown, IconDots } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { useFlush } from '../../../lib/autosave/pending-writes.tsx'
import { useKeys } from '../../../lib/keys.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { useProfile } from '../../../records/auth/queries.ts'
import { useMove } from '../../../records/slv/queries.ts'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { ReportMenu } from '../../reporting/shared/report-menu.tsx'
import {
  type ActionOf,
  actionLabel,
  findPrimary,
  isInBar,
  isKind,
} from './action-table.tsx'

const ActionDialog = lazy(() => import('./action-dialog.tsx'), 'ActionDialog')

type ActionBarProps = {
  slv: SlvDetail
  /** Only the most likely action has its own button. */
  isNarrow: boolean
  /** This person has just moved the SLV and may no longer see it. */
  onMoved: () => void
}

/**
 * The actions that the server offers this person: the most likely one always in
 * the same place, the others in a menu.
 */
export const ActionBar = ({ slv, isNarrow, onMoved }: ActionBarProps) => {
  const { role } = useProfile()
  const [open, setOpen] = useState<SlvAction | null>(null)
  const menu = useRef<HTMLDivElement>(null)
  const actions = slv.availableActions.filter(isInBar)
  const { primary, first, others } = chooseFirst(actions, isNarrow)
  const start = useClick(
    slv.id,
    first && isKind(first, 'click') ? first : null,
    onMoved,
  )

  // After the key event, which would otherwise close the menu again.
  const openMenu = () =>
    requestAnimationFrame(() => menu.current?.querySelector('button')?.click())

  useKeys([
    {
      keys: 's',
      label: first ? actionLabel(first) : '',
      isOff: !start,
      run: () => start?.run(),
    },
    {
      keys: '.',
      label: 'Actions',
      isOff: others.length === 0,
      run: openMenu,
    },
    ...actions
      .filter((action) => action !== first || !start)
      .map((action) => ({
        keys: '',
        label: actionLabel(action),
        run: () => setOpen(action),
      })),
  ])

  return (
    <>
      {hasReport(role, slv) && <ReportMenu slv={slv} isNarrow={isNarrow} />}
      {first && (
        <Button
          // Only one button is filled: Decide, once it is possible.
          variant={
            first === primary &&
            !slv.availableActions.includes('make-final-decision')
              ? 'filled'
              : 'default'
          }
          loading={start?.isPending ?? false}
          {...(start && {
            title: `${actionLabel(first)} (S)`,
            'aria-keyshortcuts': 's',
          })}
          onClick={start ? start.run : () => setOpen(first)}
        >
          {actionLabel(first)}
        </Button>
      )}
      {/* Shown even without other actions, so that the primary one keeps its place. */}
      {(primary || others.length > 0) && (
        <Box ref={menu} display="contents">
          <ActionMenu actions={others} isNarrow={isNarrow} onOpen={setOpen} />
        </Box>
      )}
      {open && (
        <Suspense fallback={null}>
          <ActionDialog
            slv={slv}
            action={open}
            onClose={() => setOpen(null)}
            onMoved={onMoved}
          />
        </Suspense>
      )}
    </>
  )
}

/** The action with its own button, and the others, which the menu has. */
const chooseFirst = (actions: readonly SlvAction[], isNarrow: boolean) => {
  const primary = findPrimary(actions)
  const second = actions.find((action) => !isKind(action, 'assignment'))
  const first = primary ?? (isNarrow ? undefined : second)
  const others = actions.filter((action) => action !== first)
  return { primary, first, others }
}

type ActionMenuProps = {
  actions: readonly SlvAction[]
  isNarrow: boolean
  onOpen: (action: SlvAction) => void
}

const ActionMenu = ({ actions, isNarrow, onOpen }: ActionMenuProps) => (
  <MenuButton
    position="bottom-end"
    target={
      <Button
        variant="default"
        disabled={actions.length === 0}
        title="Actions (.)"
        aria-label="Actions"
        aria-keyshortcuts="."
        rightSection={!isNarrow && <IconChevronDown size={16} aria-hidden />}
        px={isNarrow ? 'xs' : undefined}
      >
        {isNarrow ? <IconDots size={18} aria-hidden /> : 'Actions'}
      </Button>
    }
  >
    {actions.map((action) => (
      <Menu.Item key={action} onClick={() => onOpen(action)}>
        {actionLabel(action)}
      </Menu.Item>
    ))}
  </MenuButton>
)

/**
 * Runs an action that needs no dialog, after saving what was typed; null
 * without an action.
 */
const useClick = (
  slvId: string,
  action: ActionOf<'click'> | null,
  onMoved: () => void,
) => {
  const flush = useFlush()
  const { mutate, isPending } = useMove(
    slvId,
    action ?? 'start-review-process',
    onMoved,
  )
  if (!action) return null
  const run = async () => {
    try {
      await flush()
    } catch {
      // The field that couldn't be saved shows why.
      return
    }
    mutate(null)
  }
  return { run: () => void run(), isPending }
}
