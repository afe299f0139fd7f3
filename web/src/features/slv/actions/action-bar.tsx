import { Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { SlvAction } from '@portal/contract/slv/transitions'
import { IconChevronDown } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useFlush } from '../../../lib/autosave/pending-writes.tsx'
import { lazy } from '../../../lib/lazy.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { useProfile } from '../../auth/queries.ts'
import { hasReport, ReportMenu } from '../../reporting/shared/report-menu.tsx'
import { useMove } from '../queries.ts'
import { type ActionOf, actionLabel, isInBar, isKind, primaryOf } from './action-table.tsx'

const ActionDialog = lazy(() => import('./action-dialog.tsx'), 'ActionDialog')

type ActionBarProps = {
  slv: SlvDetail
  /** This person has just moved the SLV and may no longer see it. */
  onMoved: () => void
}

/** The actions that the server offers this person, the likeliest first. It decides nothing itself. */
export const ActionBar = ({ slv, onMoved }: ActionBarProps) => {
  const { role } = useProfile()
  const [open, setOpen] = useState<SlvAction | null>(null)
  const isSmall = useMediaQuery('(max-width: 74.99em)', false, { getInitialValueInEffect: false })
  const actions = slv.availableActions.filter(isInBar)
  const primary = primaryOf(actions)
  const rest = actions.filter((action) => action !== primary)
  const isInMenu = (action: SlvAction) => isKind(action, 'assignment') || (isSmall && !isKind(action, 'click'))
  const inMenu = rest.filter(isInMenu)

  const button = (action: SlvAction) => {
    const variant = action === primary ? 'filled' : 'default'
    return isKind(action, 'click') ? (
      <OneClickButton key={action} slvId={slv.id} action={action} variant={variant} onMoved={onMoved} />
    ) : (
      <Button key={action} variant={variant} onClick={() => setOpen(action)}>
        {actionLabel(action)}
      </Button>
    )
  }

  return (
    <>
      {primary && button(primary)}
      {rest.filter((action) => !isInMenu(action)).map(button)}
      {hasReport(role, slv) && <ReportMenu id={slv.id} />}
      {inMenu.length > 0 && (
        <MenuButton
          target={
            <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
              {isSmall ? 'More' : 'Reassign'}
            </Button>
          }
        >
          {inMenu.map((action) => (
            <Menu.Item key={action} onClick={() => setOpen(action)}>
              {actionLabel(action)}
            </Menu.Item>
          ))}
        </MenuButton>
      )}
      {open && (
        <Suspense fallback={null}>
          <ActionDialog slv={slv} action={open} onClose={() => setOpen(null)} onMoved={onMoved} />
        </Suspense>
      )}
    </>
  )
}

type OneClickButtonProps = {
  slvId: string
  action: ActionOf<'click'>
  variant: 'filled' | 'default'
  onMoved: () => void
}

const OneClickButton = ({ slvId, action, variant, onMoved }: OneClickButtonProps) => {
  const flush = useFlush()
  const { mutate, isPending } = useMove(slvId, action, onMoved)
  const move = async () => {
    try {
      await flush()
    } catch {
      // The field that couldn't be saved shows why.
      return
    }
    mutate(null)
  }
  return (
    <Button variant={variant} loading={isPending} onClick={move}>
      {actionLabel(action)}
    </Button>
  )
}
