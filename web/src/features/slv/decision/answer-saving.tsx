import { Group, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { type DraftState, getEdits } from '../../../lib/autosave/draft-state.ts'
import { fieldIn, isDirty, unsavable } from '../../../lib/autosave/edits.ts'
import { useDraftState } from '../../../lib/autosave/use-draft.ts'
import { fieldText } from '../../../records/slv/field-text.ts'
import { ConflictNote } from '../form/conflict-note.tsx'
import { type AnswerName, answerCodec, getDecision } from './answer-draft.ts'
import type { ReviewDraft } from './review-draft.ts'

type AnswerStateProps = { draft: ReviewDraft; requestId: string }

/** Why an answer isn't saved; null if it is, or is being saved. */
const describeUnsaved = (
  state: DraftState,
  requestId: string,
): string | null => {
  const edits = getEdits(state, requestId)
  if (!isDirty(edits) || getDecision(state, requestId) === null) return null
  const [refusal] = unsavable(edits, answerCodec.read).values()
  if (refusal) return `Not saved: ${refusal}`
  if (state.saving === 'halted') return `Not saved: ${state.halt}`
  return state.saving === 'away' ? 'Not saved yet' : null
}

/** Says beside an answer that it isn't saved yet. */
export const AnswerSaving = ({ draft, requestId }: AnswerStateProps) => {
  const text = useDraftState(draft, (state) =>
    describeUnsaved(state, requestId),
  )
  if (text === null) return null
  return (
    <Group gap={6} mt={4} wrap="nowrap" c="var(--mantine-color-error)">
      <IconCloudOff size={16} aria-hidden style={{ flex: 'none' }} />
      <Text size="sm" fw={500}>
        {text}
      </Text>
    </Group>
  )
}

const labels: Record<AnswerName, string> = {
  decision: 'Answer',
  comment: 'Comment',
  currentGuideline: 'Current guideline',
}

/**
 * The fields of an answer that someone else changed too, with both values to
 * choose from.
 */
export const AnswerConflicts = ({
  slvId,
  draft,
  requestId,
}: AnswerStateProps & { slvId: string }) => {
  const edits = useDraftState(draft, (state) => getEdits(state, requestId))
  return answerCodec.names
    .filter((name) => edits.contested.includes(name))
    .map((name) => (
      <ConflictNote
        key={name}
        slvId={slvId}
        draft={draft}
        record={requestId}
        name={name}
        historyName={`slvDecisionRequests.${name}`}
        label={labels[name]}
        field={fieldIn(edits, name, answerCodec)}
        text={(value) => fieldText(name, value)}
      />
    ))
}
