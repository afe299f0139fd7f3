import { Button, Group, Text } from '@mantine/core'
import type { StoryItem } from '@portal/contract/history/story'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { IconArrowBackUp } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useKeys } from '../../../lib/keys.ts'
import { lazy } from '../../../lib/lazy.tsx'
import * as format from '../../../lib/text/format.ts'
import { Hint } from '../../../ui/presets.ts'
import { actionLabel, withdrawalActions } from '../actions/action-table.tsx'
import { Warning } from '../warning.tsx'

const ActionDialog = lazy(
  () => import('../actions/action-dialog.tsx'),
  'ActionDialog',
)

type WithdrawalAction = (typeof withdrawalActions)[number]

type WithdrawalProps = {
  slv: SlvDetail
  item: StoryItem
  onMoved: () => void
}

/**
 * The seller's reason for a withdrawal, and the underwriter's buttons to
 * approve or decline it.
 */
export const Withdrawal = ({ slv, item, onMoved }: WithdrawalProps) => {
  const [open, setOpen] = useState<WithdrawalAction | null>(null)
  const answers = withdrawalActions.filter((action) =>
    slv.availableActions.includes(action),
  )
  useKeys(
    answers.map((action) => ({
      keys: '',
      label: actionLabel(action),
      run: () => setOpen(action),
    })),
  )
  return (
    <Warning icon={IconArrowBackUp} aria-label="Withdrawal">
      <b>{item.title}</b>
      {item.at && <Hint fz="xs">{format.dateTime(item.at)}</Hint>}
      {item.text && <Text mt={4}>“{item.text}”</Text>}
      {answers.length > 0 && (
        <Group gap="xs" mt="sm">
          {answers.map((action) => (
            <Button
              key={action}
              variant={
                action === 'set-withdraw-approved' ? 'filled' : 'default'
              }
              onClick={() => setOpen(action)}
            >
              {actionLabel(action)}
            </Button>
          ))}
        </Group>
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
    </Warning>
  )
}
