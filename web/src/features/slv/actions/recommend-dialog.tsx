import { Textarea } from '@mantine/core'
import { SlrCompleted, TdCompleted } from '@portal/contract/slv/bodies'
import { Decision } from '@portal/contract/slv/status'
import { z } from 'zod'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { ChangedNotice } from '../changed-notice.tsx'
import { useFlush } from '../pending-writes.tsx'
import { useMove } from '../queries.ts'
import { actionLabel } from './action-table.ts'
import { BpsInput } from './bps-input.tsx'
import type { DialogProps } from './comment-dialog.tsx'
import { DecisionChoice } from './decision-choice.tsx'
import { useDialogForm } from './use-dialog-form.ts'

/** The SLR reviewer recommends a decision. */
export const SlrCompletedDialog = ({ slv, onClose, onMoved }: DialogProps) => {
  const flush = useFlush()
  const move = useMove(slv.id, 'set-slr-completed')
  const form = useDialogForm({
    name: `${slv.id} set-slr-completed`,
    initial: { slrRecommendedDecision: null, statusComment: '' },
    typed: z.object({ slrRecommendedDecision: Decision.nullable(), statusComment: z.string() }),
    body: SlrCompleted,
  })
  const { slrRecommendedDecision, statusComment } = form.values
  return (
    <FormDialog
      isOpen
      title={actionLabel('set-slr-completed')}
      submitLabel="Complete review"
      onClose={onClose}
      onSubmit={() =>
        form.submit(async () => {
          await flush()
          await move.mutateAsync({ ...SlrCompleted.parse(form.values) })
          onMoved()
        })
      }
    >
      <ChangedNotice slv={slv} />
      <DecisionChoice
        {...form.field('slrRecommendedDecision')}
        label="You recommend"
        withAsterisk
        value={slrRecommendedDecision}
        onChange={(value) => form.set({ slrRecommendedDecision: value })}
      />
      <Comment
        {...form.field('statusComment')}
        value={statusComment}
        onChange={(value) => form.set({ statusComment: value })}
      />
    </FormDialog>
  )
}

/** The trade desk recommends a decision, and a price adjustment when it has one. */
export const TdCompletedDialog = ({ slv, onClose, onMoved }: DialogProps) => {
  const flush = useFlush()
  const move = useMove(slv.id, 'set-td-completed')
  const form = useDialogForm({
    name: `${slv.id} set-td-completed`,
    initial: { tdRecommendedDecision: null, priceAdjustment: slv.priceAdjustment ?? null, statusComment: '' },
    typed: z.object({
      tdRecommendedDecision: Decision.nullable(),
      priceAdjustment: z.number().nullable(),
      statusComment: z.string(),
    }),
    body: TdCompleted,
  })
  const { tdRecommendedDecision, priceAdjustment, statusComment } = form.values
  return (
    <FormDialog
      isOpen
      title={actionLabel('set-td-completed')}
      submitLabel="Complete review"
      onClose={onClose}
      onSubmit={() =>
        form.submit(async () => {
          await flush()
          await move.mutateAsync({ ...TdCompleted.parse(form.values) })
          onMoved()
        })
      }
    >
      <ChangedNotice slv={slv} />
      <DecisionChoice
        {...form.field('tdRecommendedDecision')}
        label="You recommend"
        withAsterisk
        value={tdRecommendedDecision}
        onChange={(value) => form.set({ tdRecommendedDecision: value })}
      />
      <BpsInput
        {...form.field('priceAdjustment')}
        label="Price Adjustment"
        description="Below zero lowers the price; steps of 12.5."
        value={priceAdjustment}
        onChange={(value) => form.set({ priceAdjustment: value })}
      />
      <Comment
        {...form.field('statusComment')}
        value={statusComment}
        onChange={(value) => form.set({ statusComment: value })}
      />
    </FormDialog>
  )
}

type CommentProps = { id: string; error: string | undefined; value: string; onChange: (value: string) => void }

const Comment = ({ onChange, ...rest }: CommentProps) => (
  <Textarea
    {...rest}
    label="Comment"
    description="The underwriter reads this. Never shown to the seller."
    withAsterisk
    autosize
    minRows={3}
    maxRows={12}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
