import { Button, Group, Text } from '@mantine/core'
import { isOneOf } from '@portal/contract/lib/typed'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { slrStage, tdStage } from '@portal/contract/slv/status'
import { IconArrowBackUp } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useKeys } from '../../../lib/keys.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { actionLabel, withdrawalActions } from '../actions/action-table.tsx'
import { Warning } from '../warning.tsx'
import classes from './review-desk.module.css'

const ActionDialog = lazy(
  () => import('../actions/action-dialog.tsx'),
  'ActionDialog',
)

/**
 * Why an underwriter can't decide an SLV in its status; null where there is
 * nothing to say.
 */
const whyNotDecidable = (slv: SlvDetail): string | null => {
  const { status, underwriterManagerName, tradeDeskName } = slv
  if (slv.availableActions.includes('start-review-process'))
    return 'Start the review to answer the variances and decide.'
  if (status === 'PENDING_DOCUMENTS')
    return `${slv.ownerName} has to send the requested documents before you can decide.`
  if (status === 'SLR_PENDING_INFO')
    return 'Send the information that SLR asked for. You can decide after its recommendation.'
  if (isOneOf(slrStage, status))
    return `You can decide after ${underwriterManagerName ?? 'SLR'} makes a recommendation.`
  if (isOneOf(tdStage, status))
    return `You can decide after ${tradeDeskName ?? 'the trade desk'} makes a recommendation.`
  return null
}

/** Replaces the decision when the SLV can't be decided, and says why. */
export const NotDecidable = ({ slv }: { slv: SlvDetail }) => {
  const reason = whyNotDecidable(slv)
  if (reason === null) return null
  return (
    <section aria-label="Decision" className={classes.notDecidable}>
      <Text size="sm" c="dimmed">
        {reason}
      </Text>
    </section>
  )
}

type WithdrawalAction = (typeof withdrawalActions)[number]

/**
 * The seller's reason for a withdrawal, and the underwriter's buttons to
 * approve or decline it.
 */
export const Withdrawal = ({
  slv,
  onMoved,
}: {
  slv: SlvDetail
  onMoved: () => void
}) => {
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
      <b>{slv.ownerName} wants to withdraw this request.</b>
      {slv.withdrawReason && <Text mt={4}>“{slv.withdrawReason}”</Text>}
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
