import { Box, Button, Menu, Text } from '@mantine/core'
import type { Profile } from '@portal/contract/auth/api'
import type { SlvRow } from '@portal/contract/slv/row'
import { slvTransitions } from '@portal/contract/slv/transitions'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import type { SlvAssignment } from '../../../records/slv/queries.ts'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { assignmentsFor } from './list-actions.ts'
import type { TabModes } from './list-tabs.ts'
import type { RowSelection } from './use-row-selection.ts'

const notAssignableText: Record<SlvAssignment, string> = {
  'assign-requests': 'decided or withdrawn',
  'assign-slr': 'not with SLR',
  'assign-td': 'not with the trade desk',
  'assign-seller': 'decided or withdrawn',
}

const isAssignable = (action: SlvAssignment, { status }: SlvRow) =>
  slvTransitions[action].from.some((from) => from === status)

/** Why none of these rows can be reassigned; null when some can. */
const whyNotAny = (
  action: SlvAssignment,
  rows: readonly SlvRow[],
): string | null => {
  const assignable = rows.filter((row) => isAssignable(action, row))
  if (assignable.length === 0)
    return `The selected SLVs are ${notAssignableText[action]}`
  const sellers = new Set(assignable.map(({ sellerName }) => sellerName)).size
  return action === 'assign-seller' && sellers > 1
    ? `The selected SLVs belong to ${sellers} different sellers`
    : null
}

const AssignDialog = lazy(
  () => import('../actions/assign-dialog.tsx'),
  'AssignDialog',
)

export const BulkBar = ({
  profile,
  tab,
  selection,
}: {
  profile: Profile
  tab: TabModes
  selection: RowSelection
}) => {
  const [action, setAction] = useState<SlvAssignment | null>(null)
  const { matching } = selection
  const selected = matching?.count ?? selection.rows.length
  const rows = action
    ? selection.rows.filter((row) => isAssignable(action, row))
    : []
  const beyond = matching
    ? 0
    : rows.filter(({ id }) => selection.isBeyond(id)).length

  return (
    <>
      <MenuButton
        target={
          <Button rightSection={<IconChevronDown size={16} aria-hidden />}>
            Reassign
          </Button>
        }
      >
        {assignmentsFor(profile, tab.tableMode).map((each) => (
          <AssignmentItem
            key={each}
            action={each}
            why={matching ? whyNotAll(each) : whyNotAny(each, selection.rows)}
            onClick={() => setAction(each)}
          />
        ))}
      </MenuButton>
      {action && (
        <AssignDialog
          key={action}
          action={action}
          slvs={rows}
          chosen={
            matching
              ? { matching: matching.query, except: matching.except }
              : { ids: rows.map(({ id }) => id) }
          }
          total={matching?.count ?? rows.length}
          onAssigned={selection.clear}
          onRefused={selection.refuse}
          onLeaveOut={selection.leaveOut}
          onClose={() => setAction(null)}
        >
          {!matching && rows.length < selected && (
            <Text c="dimmed">
              {selected - rows.length} of the {selected} selected won’t be
              reassigned: {notAssignableText[action]}.
            </Text>
          )}
          {beyond > 0 && (
            <Text c="dimmed">
              {beyond} of the {rows.length} {beyond === 1 ? 'is' : 'are'} not on
              this page.
            </Text>
          )}
        </AssignDialog>
      )}
    </>
  )
}

type AssignmentItemProps = {
  action: SlvAssignment
  /** Why it isn't possible; null if it is. */
  why: string | null
  onClick: () => void
}

/** An action that isn't possible can still be reached, to read why. */
const AssignmentItem = ({ action, why, onClick }: AssignmentItemProps) => {
  const { label } = slvTransitions[action]
  if (why === null) return <Menu.Item onClick={onClick}>{label}</Menu.Item>
  return (
    <Menu.Item c="dimmed" aria-disabled closeMenuOnClick={false}>
      {label}
      <Box component="span" display="block" fz="xs">
        {why}
      </Box>
    </Menu.Item>
  )
}

/**
 * Sellers reassign within one company, which the page can't tell for rows that
 * it hasn't loaded.
 */
const whyNotAll = (action: SlvAssignment): string | null =>
  action === 'assign-seller' ? 'Select one seller’s SLVs individually' : null
