import { Textarea } from '@mantine/core'
import { SlrPending, TdPending } from '@portal/contract/slv/bodies'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { underwritersQuery } from '../../user/queries.ts'
import { useMove } from '../queries.ts'
import { type DialogProps, MoveDialog } from './move-dialog.tsx'
import { PersonSelect } from './person-select.tsx'
import { useDialogForm } from './use-dialog-form.ts'

const typed = z.object({ reviewerId: z.string().nullable(), statusComment: z.string() })
const initial: z.infer<typeof typed> = { reviewerId: null, statusComment: '' }

/** Hands the SLV to the managers: to one by name, or to whoever takes it first. */
export const SlrDialog = ({ slv, onClose, onMoved }: DialogProps) => {
  const move = useMove(slv.id, 'set-slr-pending', onMoved)
  return (
    <HandOver
      slv={slv}
      onClose={onClose}
      action="set-slr-pending"
      reviewerField="underwriterManagerId"
      body={SlrPending}
      onSend={({ reviewerId, statusComment }) => move.mutateAsync({ underwriterManagerId: reviewerId, statusComment })}
    />
  )
}

/** Hands the SLV to the trade desk: to one by name, or to whoever takes it first. */
export const TradeDeskDialog = ({ slv, onClose, onMoved }: DialogProps) => {
  const move = useMove(slv.id, 'set-td-pending', onMoved)
  return (
    <HandOver
      slv={slv}
      onClose={onClose}
      action="set-td-pending"
      reviewerField="tradeDeskId"
      body={TdPending}
      onSend={({ reviewerId, statusComment }) => move.mutateAsync({ tradeDeskId: reviewerId, statusComment })}
    />
  )
}

type HandOverProps = Omit<DialogProps, 'onMoved'> & {
  action: 'set-slr-pending' | 'set-td-pending'
  /** As the server calls the reviewer. */
  reviewerField: 'underwriterManagerId' | 'tradeDeskId'
  body: z.ZodType
  onSend: (values: z.infer<typeof typed>) => Promise<unknown>
}

const HandOver = ({ slv, onClose, action, reviewerField, body, onSend }: HandOverProps) => {
  const people = useQuery(underwritersQuery(action === 'set-slr-pending' ? 'manageSlr' : 'manageTradeDesk'))
  const form = useDialogForm({ name: `${slv.id} ${action}`, initial, typed, body })
  return (
    <MoveDialog
      slv={slv}
      action={action}
      submitLabel="Request review"
      onClose={onClose}
      check={form.submit}
      onSend={() => onSend(form.values)}
    >
      <PersonSelect
        {...form.field(reviewerField)}
        label="Reviewer"
        placeholder="Whoever is free"
        description="Leave it empty to let whoever is free take it."
        clearable
        people={people}
        value={form.values.reviewerId}
        onChange={(reviewerId) => form.set({ reviewerId })}
      />
      <Textarea
        {...form.field('statusComment')}
        label="Comment"
        description="The reviewer reads this. Never shown to the seller."
        withAsterisk
        autosize
        minRows={3}
        maxRows={12}
        data-autofocus
        value={form.values.statusComment}
        onChange={(event) => form.set({ statusComment: event.currentTarget.value })}
      />
    </MoveDialog>
  )
}
