import { Button } from '@mantine/core'
import type { Profile } from '@portal/contract/auth/api'
import { slvTransitions } from '@portal/contract/slv/transitions'
import { IconChevronDown } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import type { SlvAssignment } from '../queries.ts'
import { assignmentsFor, obstacle } from './bulk-actions.ts'
import type { TabModes } from './list-view.ts'
import classes from './slv-list.module.css'
import type { RowSelection } from './use-row-selection.ts'

const AssignSelectedDialog = lazy(async () => ({
  default: (await import('./assign-selected-dialog.tsx')).AssignSelectedDialog,
}))

type BulkBarProps = { profile: Profile; tab: TabModes; selection: RowSelection }

/** What can be done with all selected rows: hand them to somebody else. */
export const BulkBar = ({ profile, tab, selection }: BulkBarProps) => {
  const [action, setAction] = useState<SlvAssignment | null>(null)

  return (
    <>
      <Menu
        target={(props) => (
          <Button {...props} rightSection={<IconChevronDown size={16} aria-hidden />}>
            Reassign
          </Button>
        )}
      >
        {assignmentsFor(profile, tab.tableMode).map((each) => {
          const why = obstacle(each, selection.rows)
          return (
            <MenuItem key={each} isDisabled={why !== null} onSelect={() => setAction(each)}>
              {why === null ? (
                slvTransitions[each].label
              ) : (
                <span className={classes.off}>
                  {slvTransitions[each].label}
                  <span className={classes.why}>{why}</span>
                </span>
              )}
            </MenuItem>
          )
        })}
      </Menu>
      {action && (
        <Suspense fallback={null}>
          <AssignSelectedDialog key={action} action={action} selection={selection} onClose={() => setAction(null)} />
        </Suspense>
      )}
    </>
  )
}
