import { Box, Button, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { reserveMonths } from '@portal/contract/slv/figures'
import { Decision } from '@portal/contract/slv/status'
import type { Role } from '@portal/contract/user/model'
import { IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fieldIn, unsavable } from '../../../lib/autosave/edits.ts'
import { readNumber } from '../../../lib/text/number-text.ts'
import { fieldId } from '../../../ui/inputs/field-problems.tsx'
import { TryAgain } from '../../../ui/message.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TinyButton } from '../../../ui/presets.ts'
import { useBranding, useProfile } from '../../auth/queries.ts'
import { roundQuery } from '../../history/queries.ts'
import { BpsInput, DecisionChoice } from '../actions/inputs.tsx'
import { FieldInput, type FieldInputProps } from '../form/inputs.tsx'
import { ConflictNote } from '../form/notes.tsx'
import { describeSaving, SaveState } from '../save-state.tsx'
import { fieldLabel, fieldText } from '../shared/field-text.ts'
import { SlvStatusBadge } from '../shared/slv-status.tsx'
import { Warning } from '../warning.tsx'
import classes from './decision.module.css'
import { DecisionCard, figureNames, framed, Labeled } from './decision-card.tsx'
import {
  type DecisionDraft,
  type DecisionName,
  decisionCodec,
  decisionKey,
  decisionKinds,
  useDecisionDraft,
} from './decision-draft.ts'
import { VarianceAnswers } from './variance-answers.tsx'

export const DecisionPanel = ({ slv }: { slv: SlvDetail }) => {
  const { role } = useProfile()
  if (slv.statusInEffect) return <DecisionInEffect slv={slv} role={role} />
  const prepares = role === 'UNDERWRITER' && slv.availableActions.includes('save')
  if (role === 'SELLER') return <DecisionCard slv={slv} />
  return (
    <>
      {/* Why this person may prepare, but not make, the final decision (product.md §2, four eyes). */}
      {slv.decisionBlockedBy && (
        <Warning icon={IconEyeOff} aria-label="You can’t make this decision">
          {slv.decisionBlockedBy}.
        </Warning>
      )}
      <Recommendations slv={slv} />
      {prepares ? <DecisionForm key={slv.resubmitCount} slv={slv} /> : <DecisionCard slv={slv} isInner />}
    </>
  )
}

/** With a draft resubmission: the decision of the previous round, with its variances. */
const DecisionInEffect = ({ slv, role }: { slv: SlvDetail; role: Role }) => {
  const { data, error, refetch } = useQuery({ ...roundQuery(slv.id, slv.resubmitCount - 1), meta: { quiet: true } })
  return (
    <>
      <Notice role="note">
        Round {slv.resubmitCount + 1} is a draft. This stays in effect until the draft is sent.
      </Notice>
      {data && <DecisionCard slv={data} isInner={role !== 'SELLER'} />}
      {!data && !error && <Skeleton height={120} />}
      {!data && error && (
        <p>
          Couldn’t load the decision. <TryAgain size="compact-sm" onClick={refetch} />
        </p>
      )}
    </>
  )
}

const Recommendations = ({ slv }: { slv: SlvDetail }) => {
  const { slrRecommendedDecision, underwriterManagerName, tdRecommendedDecision, tradeDeskName, statusComment } = slv
  if (!slrRecommendedDecision && !tdRecommendedDecision && !statusComment) return null
  return (
    <Stack component="section" {...framed} gap="sm" aria-label="Recommendations">
      <Recommendation of="SLR" who={underwriterManagerName} decision={slrRecommendedDecision} />
      <Recommendation of="Trade Desk" who={tradeDeskName} decision={tdRecommendedDecision} />
      {statusComment && (
        <Labeled label="Last comment" isInternal>
          <blockquote className={classes.quote}>{statusComment}</blockquote>
        </Labeled>
      )}
    </Stack>
  )
}

type RecommendationProps = { of: string; who: string | null | undefined; decision: Decision | null | undefined }

const Recommendation = ({ of, who, decision }: RecommendationProps) =>
  decision ? (
    <Group justify="space-between" gap="4px 10px">
      <span>
        {of} recommends{who ? ` (${who})` : ''}
      </span>
      <SlvStatusBadge status={decision} />
    </Group>
  ) : null

const DecisionForm = ({ slv }: { slv: SlvDetail }) => {
  const draft = useDecisionDraft(slv)
  const suggested = suggestions(slv)
  const field = (name: DecisionName) => (
    <DecisionField key={name} slvId={slv.id} name={name} draft={draft} suggestion={suggested[name] ?? null} />
  )
  return (
    <Stack gap="sm">
      <Group wrap="nowrap" justify="space-between" align="flex-start" gap="sm">
        <Text span size="xs" c="dimmed">
          Only reviewers see this until the decision is final.
        </Text>
        {/* As wide as its usual texts: saving must not move what someone is about to click. */}
        <Box miw="7.5rem">
          <SaveState {...describeSaving(draft.get())} onRetry={draft.retry} />
        </Box>
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

type DecisionFieldProps = { slvId: string; name: DecisionName; draft: DecisionDraft; suggestion: number | null }

const DecisionField = ({ slvId, name, draft, suggestion }: DecisionFieldProps) => {
  const label = fieldLabel(name, useBranding().name)
  const edits = draft.edits()
  const field = fieldIn(edits, name, decisionCodec)
  return (
    <div className={name === 'decisionCommentsInternal' ? classes.inner : undefined}>
      <Input
        name={name}
        label={name === 'temporaryStatus' ? 'Decision' : label}
        shown={field.shown}
        error={field.isContested ? 'Also changed by someone else' : unsavable(edits, decisionCodec.read).get(name)}
        onType={(text) => draft.type(name, text)}
        onLeave={draft.saveNow}
      />
      {field.isContested && (
        <ConflictNote
          {...{ slvId, draft, name, label, field }}
          sheet={decisionKey}
          text={(value) => fieldText(name, value)}
        />
      )}
      {suggestion !== null && field.mine !== suggestion && (
        <Group justify="space-between" gap={4} mt={4} c="dimmed" fz="xs">
          Request: {fieldText(name, suggestion)}
          <TinyButton onClick={() => draft.type(name, String(suggestion))}>Use</TinyButton>
        </Group>
      )}
    </div>
  )
}

const notes: Partial<Record<DecisionName, string>> = {
  decisionComment: 'The seller sees this with the decision.',
  decisionCommentsInternal: 'Never shown to the seller.',
}

const Input = ({ name, ...field }: Omit<FieldInputProps, 'id' | 'kind'> & { name: DecisionName }): ReactNode => {
  const { label, error, shown, onType, onLeave } = field
  const id = fieldId(`decision.${name}`)
  switch (name) {
    case 'temporaryStatus': {
      const { data: decision = null } = Decision.safeParse(shown)
      return <DecisionChoice {...{ id, label, error }} value={decision} onChange={onType} />
    }
    case 'priceAdjustment': {
      const number = readNumber(String(shown))
      return (
        <BpsInput
          {...{ id, label, error }}
          value={number === 'wrong' ? null : number}
          onChange={(value) => onType(value === null ? '' : String(value))}
          onBlur={onLeave}
        />
      )
    }
    default:
      return <FieldInput {...field} id={id} kind={decisionKinds[name]} note={notes[name]} />
  }
}
