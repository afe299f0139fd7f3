import { Textarea } from '@mantine/core'
import { SlrCompleted, TdCompleted } from '@portal/contract/slv/bodies'
import { Decision } from '@portal/contract/slv/status'
import { z } from 'zod'
import { useMove } from '../queries.ts'
import { BpsInput } from './bps-input.tsx'
import { DecisionChoice } from './decision-choice.tsx'
import { type DialogProps, MoveDialog } from './move-dialog.tsx'
import { useDialogForm } from './use-dialog-form.ts'

/** The SLR reviewer recommends a decision. */
export const SlrCompletedDialog = ({ slv, onClose, onMoved }: DialogProps) => {
  const move = useMove(slv.id, 'set-slr-completed', onMoved)
  const form = useDialogForm({
    name: `${slv.id} set-slr-completed`,
    initial: { slrRecommendedDecision: null, statusComment: '' },
    typed: z.object({ slrRecommendedDecision: Decision.nullable(), statusComment: z.string() }),
    body: SlrCompleted,
  })
  const { slrRecommendedDecision, statusComment } = form.values
  return (
    <MoveDialog
      slv={slv}
      action="set-slr-completed"
      submitLabel="Complete review"
      onClose={onClose}
      check={form.submit}
      onSend={() => move.mutateAsync(SlrCompleted.parse(form.values))}
    >
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
    </MoveDialog>
  )
}

/** The trade desk recommends a decision, and a price adjustment when it has one. */
export const TdCompletedDialog = ({ slv, onClose, onMoved }: DialogProps) => {
  const move = useMove(slv.id, 'set-td-completed', onMoved)
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
    <MoveDialog
      slv={slv}
      action="set-td-completed"
      submitLabel="Complete review"
      onClose={onClose}
      check={form.submit}
      onSend={() => move.mutateAsync(TdCompleted.parse(form.values))}
    >
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
    </MoveDialog>
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
