import type { SlvDetail } from '@portal/contract/slv/answers'
import { decisionFieldNames } from '@portal/contract/slv/bodies'
import { formFieldNames } from '@portal/contract/slv/form'
import type { SlvAction } from '@portal/contract/slv/transitions'
import { type ComponentProps, useState } from 'react'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { useBranding } from '../../auth/queries.ts'
import { fieldLabel, fieldText } from '../shared/field-text.ts'
import { Warning } from '../warning.tsx'
import { actionLabel } from './action-table.tsx'

/** The props of an action's dialog. `onMoved` is called as soon as the server has moved the SLV. */
export type DialogProps = { slv: SlvDetail; onClose: () => void; onMoved: () => void }

type MoveDialogProps = Omit<ComponentProps<typeof FormDialog>, 'title'> & { slv: SlvDetail; action: SlvAction }

/** The dialog of one move. It shows what someone else changed meanwhile, and can't be sent once the move is no longer possible. */
export const MoveDialog = ({ slv, action, isSubmitDisabled = false, children, ...dialog }: MoveDialogProps) => (
  <FormDialog
    {...dialog}
    title={actionLabel(action)}
    isSubmitDisabled={isSubmitDisabled || !slv.availableActions.includes(action)}
  >
    <ChangedNotice slv={slv} />
    {children}
  </FormDialog>
)

export const ChangedNotice = ({ slv }: { slv: SlvDetail }) => {
  const { name } = useBranding()
  const [seen] = useState(slv)
  const changed = seen.version === slv.version ? [] : differences(seen, slv, name)
  if (changed.length === 0) return null

  return (
    <Warning role="alert" fz="sm">
      <b>This SLV changed while the dialog was open. Continue, or cancel to review it.</b>
      <SmallTable heads={['Field', 'You saw', 'Now']}>
        <tbody>
          {changed.map(({ field, label, before, now }) => (
            <tr key={field}>
              <th scope="row">{label}</th>
              <td>{before}</td>
              <td>
                <b>{now}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </Warning>
  )
}

const comparedFields = [
  'status',
  ...formFieldNames,
  ...decisionFieldNames,
  'temporaryStatus',
  'slrRecommendedDecision',
  'tdRecommendedDecision',
  'ownerName',
  'underwriterName',
  'underwriterManagerName',
  'tradeDeskName',
] as const

type Difference = { field: string; label: string; before: string; now: string }

const differences = (before: SlvDetail, now: SlvDetail, brandName: string): Difference[] => [
  ...comparedFields.flatMap((field) => difference(field, fieldLabel(field, brandName), before[field], now[field])),
  ...difference('slvRequests', 'Variances', variancesOf(before), variancesOf(now)),
  ...difference('slvDecisionRequests', 'Answers', answersOf(before), answersOf(now)),
]

const difference = (field: string, label: string, before: unknown, now: unknown): Difference[] => {
  const texts = { before: fieldText(field, before), now: fieldText(field, now) }
  return texts.before === texts.now ? [] : [{ field, label, ...texts }]
}

const variancesOf = ({ slvRequests }: SlvDetail) => slvRequests.map(({ summary }) => summary).join('; ')
const answersOf = ({ slvDecisionRequests = [] }: SlvDetail) =>
  slvDecisionRequests.map(({ decision, comment }) => `${fieldText('decision', decision)} ${comment}`.trim()).join('; ')
