import { Box, Button, Menu } from '@mantine/core'
import type { Profile } from '@portal/contract/auth/api'
import { slvTransitions } from '@portal/contract/slv/transitions'
import { IconChevronDown } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import type { SlvAssignment } from '../queries.ts'
import { assignmentsFor, obstacle } from './bulk-actions.ts'
import type { TabModes } from './list-view.ts'
import type { RowSelection } from './use-row-selection.ts'

const AssignSelectedDialog = lazy(async () => ({
  default: (await import('./assign-selected-dialog.tsx')).AssignSelectedDialog,
}))

type BulkBarProps = { profile: Profile; tab: TabModes; selection: RowSelection }

export const BulkBar = ({ profile, tab, selection }: BulkBarProps) => {
  const [action, setAction] = useState<SlvAssignment | null>(null)

  return (
    <>
      <MenuButton target={<Button rightSection={<IconChevronDown size={16} aria-hidden />}>Reassign</Button>}>
        {assignmentsFor(profile, tab.tableMode).map((each) => {
          const why = obstacle(each, selection.rows)
          const { label } = slvTransitions[each]
          // An action that isn't possible can still be reached, so that everyone can read why.
          return why === null ? (
            <Menu.Item key={each} onClick={() => setAction(each)}>
              {label}
            </Menu.Item>
          ) : (
            <Menu.Item key={each} c="dimmed" aria-disabled closeMenuOnClick={false}>
              {label}
              <Box component="span" display="block" fz="xs">
                {why}
              </Box>
            </Menu.Item>
          )
        })}
      </MenuButton>
      {action && (
        <Suspense fallback={null}>
          <AssignSelectedDialog key={action} action={action} selection={selection} onClose={() => setAction(null)} />
        </Suspense>
      )}
    </>
  )
}
