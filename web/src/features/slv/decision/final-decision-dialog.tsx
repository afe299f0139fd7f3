import { Box, Stack, Text } from '@mantine/core'
import { composeDecisionComment } from '@portal/contract/condition/texts'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { decisionFieldNames } from '@portal/contract/slv/bodies'
import {
  decisionWarnings,
  deniedVariances,
} from '@portal/contract/slv/decision/check'
import { finalFields } from '@portal/contract/slv/decision/terms'
import type { Decision } from '@portal/contract/slv/status'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFlush } from '../../../lib/autosave/pending-writes.tsx'
import { hasStatus } from '../../../lib/call-error.ts'
import { authorityKey } from '../../../records/authority/queries.ts'
import { useMove } from '../../../records/slv/queries.ts'
import { type DialogProps, MoveDialog } from '../actions/move-dialog.tsx'
import { Warning } from '../warning.tsx'
import { toPrepared } from './conditions/condition-draft.ts'
import { DecisionPreview, framed } from './decision-card.tsx'
import { useApprovalDay } from './good-until.tsx'

type FinalDecisionDialogProps = DialogProps & {
  decision: Decision
  suggestedPrice: number | null
}

/**
 * Shows what the seller will read before the decision is final. `slv` has the
 * figures that are sent.
 */
export const FinalDecisionDialog = ({
  slv,
  decision,
  suggestedPrice,
  onClose,
  onMoved,
}: FinalDecisionDialogProps) => {
  const move = useMove(slv.id, 'make-final-decision', onMoved)
  // The one that the person saw when they opened the dialog.
  const [seenPrice] = useState(suggestedPrice)
  const queryClient = useQueryClient()
  const flush = useFlush()
  const { usual } = useApprovalDay(slv)
  const conditions = decision === 'APPROVED' ? (slv.conditions ?? []) : []
  const fields = finalFields(decision, {
    ...preparedFields(slv),
    goodUntil: slv.goodUntil ?? usual,
  })
  const sent = {
    ...slv,
    ...fields,
    conditions,
    decisionComment: composeDecisionComment(
      conditions,
      slv.decisionComment ?? null,
    ),
  }
  const warnings = decisionWarnings(decision, slv)
  const denied = deniedVariances(decision, slv)

  /** The levels may have changed since the bar read them. */
  const readAuthorityAgain = (error: unknown) => {
    if (hasStatus(error, 409))
      void queryClient.invalidateQueries({ queryKey: authorityKey })
  }
  const decide = async () => {
    await flush()
    const body = {
      decision,
      suggestedPrice: seenPrice,
      ...fields,
      conditions: toPrepared({ conditions }),
    }
    await move.mutateAsync(body, { onError: readAuthorityAgain })
  }

  return (
    <MoveDialog
      slv={slv}
      action="make-final-decision"
      size="lg"
      submitLabel={denied.length > 0 ? 'Approve anyway' : 'Make final'}
      isSubmitFocused
      onClose={onClose}
      onSubmit={decide}
    >
      <section aria-label="What the seller will see">
        <Text span size="xs" c="dimmed">
          {slv.sellerName} sees this immediately:
        </Text>
        <Stack {...framed} bg="var(--portal-ground)">
          <DecisionPreview slv={sent} decision={decision} />
        </Stack>
      </section>
      {denied.length > 0 && <DeniedWarning variances={denied} />}
      {warnings.length > 0 && (
        <Warning aria-label="Missing from the decision">
          <Sentences texts={warnings} />
        </Warning>
      )}
    </MoveDialog>
  )
}

const DeniedWarning = ({ variances }: { variances: readonly string[] }) => (
  <Warning aria-label="Denied variances">
    {variances.length === 1
      ? 'You denied this variance:'
      : 'You denied these variances:'}
    <Sentences texts={variances} />
    Do you want to approve the SLV anyway?
  </Warning>
)

const Sentences = ({ texts }: { texts: readonly string[] }) => (
  <Box component="ul" m={0} ps="1.125rem">
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </Box>
)

/** All that was prepared, so that what is shown here is what becomes final. */
const preparedFields = (slv: SlvDetail) =>
  Object.fromEntries(
    decisionFieldNames.map((name) => [name, slv[name] ?? null]),
  )
