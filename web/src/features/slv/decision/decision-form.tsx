import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { reserveMonths } from '@portal/contract/slv/figures'
import { hasUnsaved } from '../../../lib/autosave/draft-state.ts'
import { SaveState, type SaveStateProps } from '../save-state.tsx'
import classes from './decision.module.css'
import { figureNames } from './decision-card.tsx'
import { type DecisionDraft, type DecisionName, useDecisionDraft } from './decision-draft.ts'
import { DecisionField } from './decision-field.tsx'
import { VarianceAnswers } from './variance-answers.tsx'

export const DecisionForm = ({ slv }: { slv: SlvDetail }) => {
  const draft = useDecisionDraft(slv)
  const suggested = suggestions(slv)
  const field = (name: DecisionName) => (
    <DecisionField key={name} name={name} draft={draft} suggestion={suggested[name] ?? null} />
  )
  return (
    <Stack gap="sm">
      <Group className={classes.state ?? ''} wrap="nowrap" justify="space-between" align="flex-start" gap="sm">
        <Text span size="xs" c="dimmed">
          Only reviewers see this until the decision is final.
        </Text>
        <SaveState {...saveStateOf(draft)} onRetry={draft.retry} />
      </Group>
      {field('temporaryStatus')}
      {field('priceAdjustment')}
      <UseAll slv={slv} draft={draft} />
      <SimpleGrid minColWidth="min(9.5rem, 100%)" spacing="sm" style={{ alignItems: 'start' }}>
        {figureNames(slv).map(field)}
      </SimpleGrid>
      {field('currentGuideline')}
      {field('decisionComment')}
      {field('decisionCommentsInternal')}
      <VarianceAnswers slv={slv} />
    </Stack>
  )
}

/** The request's own figures, which a decision usually starts from. */
const suggestions = (slv: SlvDetail): Partial<Record<DecisionName, number | null>> => ({
  decisionLtv: slv.ltv,
  decisionCltv: slv.cltv,
  decisionHcltv: slv.hcltv,
  decisionDti: slv.dti,
  decisionDscr: slv.dscr,
  reserves: reserveMonths(slv.totalPostCloseReservesAmount, slv.proposedHousingPaymentAmount),
})

const UseAll = ({ slv, draft }: { slv: SlvDetail; draft: DecisionDraft }) => {
  const { base, typed } = draft.edits()
  const open = figureNames(slv).flatMap((name) => {
    const suggestion = suggestions(slv)[name] ?? null
    const isEmpty = typed[name] === undefined ? (base[name] ?? null) === null : typed[name] === ''
    return isEmpty && suggestion !== null ? [{ name, suggestion }] : []
  })
  if (open.length < 2) return null
  const copy = () => {
    for (const { name, suggestion } of open) draft.type(name, String(suggestion))
  }
  return (
    <Button w="fit-content" size="compact-sm" variant="default" onClick={copy}>
      Use the request's figures
    </Button>
  )
}

const saveStateOf = (draft: DecisionDraft): Pick<SaveStateProps, 'look' | 'text'> => {
  const { saving } = draft.get()
  if (saving === 'saving') return { look: 'saving', text: 'Saving…' }
  if (saving !== 'idle') return { look: 'away', text: 'Not saved' }
  return hasUnsaved(draft.get()) ? { look: 'typed', text: 'Not saved yet' } : { look: 'saved', text: 'Saved' }
}
