import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { SlvAction } from '@portal/contract/slv/transitions'
import { IconChevronDown } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { useProfile } from '../../auth/queries.ts'
import { hasReport, ReportMenu } from '../../reporting/report-menu.tsx'
import { actionLabel, isAssignment, isDrawn, isOneClick, primaryOf } from './action-table.ts'
import { OneClickButton } from './one-click-button.tsx'

const ActionDialog = lazy(async () => ({ default: (await import('./action-dialog.tsx')).ActionDialog }))

type ActionBarProps = {
  slv: SlvDetail
  /** This person has just moved the SLV: it may be out of their sight now. */
  onMoved: () => void
}

/** The moves that the server says are open to this person, the likeliest first. It holds no rule of its own. */
export const ActionBar = ({ slv, onMoved }: ActionBarProps) => {
  const { role } = useProfile()
  const [open, setOpen] = useState<SlvAction | null>(null)
  const isSmall = useMediaQuery('(max-width: 74.99em)', false, { getInitialValueInEffect: false })
  const actions = slv.availableActions.filter(isDrawn)
  const primary = primaryOf(actions)
  const rest = actions.filter((action) => action !== primary)
  const folded = rest.filter((action) => isAssignment(action) || (isSmall && !isOneClick(action)))
  const beside = rest.filter((action) => !folded.includes(action))

  const button = (action: SlvAction) =>
    isOneClick(action) ? (
      <OneClickButton key={action} slv={slv} action={action} isPrimary={action === primary} onMoved={onMoved} />
    ) : (
      <Button key={action} variant={action === primary ? 'filled' : 'default'} onClick={() => setOpen(action)}>
        {actionLabel(action)}
      </Button>
    )

  return (
    <>
      {primary && button(primary)}
      {beside.map(button)}
      {hasReport(role, slv) && <ReportMenu id={slv.id} />}
      <FoldedActions label={isSmall ? 'More' : 'Reassign'} actions={folded} onChoose={setOpen} />
      {open && (
        <Suspense fallback={null}>
          <ActionDialog slv={slv} action={open} onClose={() => setOpen(null)} onMoved={onMoved} />
        </Suspense>
      )}
    </>
  )
}

type FoldedProps = { label: string; actions: readonly SlvAction[]; onChoose: (action: SlvAction) => void }

const FoldedActions = ({ label, actions, onChoose }: FoldedProps) =>
  actions.length === 0 ? null : (
    <Menu
      target={(props) => (
        <Button {...props} variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {label}
        </Button>
      )}
    >
      {actions.map((action) => (
        <MenuItem key={action} onSelect={() => onChoose(action)}>
          {actionLabel(action)}
        </MenuItem>
      ))}
    </Menu>
  )
