import { Box, type MantineColor, Stack, Text } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { decisionFieldNames } from '@portal/contract/slv/bodies'
import { decisionProblems, decisionWarnings } from '@portal/contract/slv/decision'
import type { Decision } from '@portal/contract/slv/status'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFlush } from '../../../lib/autosave/pending-writes.tsx'
import { problemsOf } from '../../../lib/call-error.ts'
import { evaluationQuery } from '../../guideline/queries.ts'
import { DecisionChoice } from '../actions/inputs.tsx'
import { type DialogProps, MoveDialog } from '../actions/move-dialog.tsx'
import { useMove } from '../queries.ts'
import { Warning } from '../warning.tsx'
import { DecisionCard, framed } from './decision-card.tsx'

export const FinalDecisionDialog = ({ slv, onClose, onMoved }: DialogProps) => {
  const move = useMove(slv.id, 'make-final-decision', onMoved)
  const { data: evaluation } = useQuery(evaluationQuery(slv))
  const [chosen, setChosen] = useState<Decision | null>(null)
  const [problems, setProblems] = useState<readonly string[]>([])
  const [isSaving, setIsSaving] = useState(true)
  const flush = useRef(useFlush())
  // What is shown here must be what the server has.
  useEffect(() => {
    flush
      .current()
      .catch((error) => setProblems([error instanceof Error ? error.message : String(error)]))
      .finally(() => setIsSaving(false))
  }, [])
  const decision = chosen ?? slv.temporaryStatus ?? null
  const warnings = decision ? decisionWarnings(decision, slv) : []

  const choose = (next: Decision) => {
    setChosen(next)
    setProblems([])
  }

  const decide = async () => {
    if (!decision) {
      setProblems(['Choose the decision'])
      throw new Error('There is no decision yet.')
    }
    // Without an answer, the server says which factors count.
    const factors = evaluation?.versionId ? evaluation.factors : null
    const found = decisionProblems(decision, { ...slv, factors }).map(({ error }) => error)
    setProblems(found)
    if (found.length > 0) throw new Error('The decision is not complete.')
    try {
      await move.mutateAsync({ decision, ...preparedFields(slv) })
    } catch (error) {
      setProblems(problemsOf(error).map((problem) => problem.error))
      throw error
    }
  }

  return (
    <MoveDialog
      slv={slv}
      action="make-final-decision"
      size="lg"
      submitLabel="Make final"
      isSubmitDisabled={isSaving}
      onClose={onClose}
      onSubmit={async () => {
        await flush.current()
        await decide()
      }}
    >
      <DecisionChoice label="Decision" withAsterisk value={decision} onChange={choose} />
      {decision && (
        <section aria-label="What the seller will see">
          <Text span size="xs" c="dimmed">
            {slv.sellerName} sees this immediately:
          </Text>
          <Stack {...framed} bg="var(--portal-ground)">
            <DecisionCard slv={slv} decision={decision} />
          </Stack>
        </section>
      )}
      {warnings.length > 0 && (
        <Warning aria-label="Missing from the decision">
          <Sentences texts={warnings} />
        </Warning>
      )}
      {problems.length > 0 && <Sentences texts={problems} c="var(--mantine-color-error)" />}
    </MoveDialog>
  )
}

const Sentences = ({ texts, c }: { texts: readonly string[]; c?: MantineColor }) => (
  <Box component="ul" m={0} ps="1.125rem" c={c}>
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </Box>
)

/** All that was prepared, so that what is shown here is what becomes final. */
const preparedFields = (slv: SlvDetail) =>
  Object.fromEntries(decisionFieldNames.map((name) => [name, slv[name] ?? null]))
