import { Button, Group, Stack, Textarea } from '@mantine/core'
import type { Condition } from '@portal/contract/condition/model'
import { useState } from 'react'
import { z } from 'zod'
import { useStoredText } from '../../lib/stored-text.ts'
import { useAnswerCondition } from '../../records/condition/queries.ts'
import { conditionTarget } from '../../records/document/uploads.ts'
import { SecondaryButton, SmallButton } from '../../ui/presets.ts'
import { UploadArea } from '../document/shared/upload-area.tsx'

type AnswerFormProps = { slvId: string; condition: Condition }

/**
 * The seller's ways to answer a condition: a document, or a sentence. A sentence
 * that is being typed opens its field again.
 */
export const AnswerForm = ({ slvId, condition }: AnswerFormProps) => {
  const { id, text, message, answeredAt } = condition
  const answerLabel = message ? 'Edit answer' : 'Answer in words'
  const [typed, store] = useStoredText(`condition-answer.${id}`, z.string())
  const [isTyping, setIsTyping] = useState(typed !== null)
  if (isTyping)
    return (
      <SentenceForm
        slvId={slvId}
        condition={condition}
        message={typed ?? message ?? ''}
        onChange={store}
        onClose={() => {
          store(null)
          setIsTyping(false)
        }}
      />
    )
  return (
    <Stack gap="xs" style={{ gridColumn: '1 / -1' }}>
      <UploadArea
        id={slvId}
        target={conditionTarget(id)}
        label={answeredAt ? 'Add another document' : 'Add document'}
        what={text}
        hint=""
        isSmall
      />
      <SmallButton
        style={{ alignSelf: 'flex-start' }}
        aria-label={`${answerLabel}: ${text}`}
        onClick={() => setIsTyping(true)}
      >
        {answerLabel}
      </SmallButton>
    </Stack>
  )
}

type SentenceFormProps = AnswerFormProps & {
  message: string
  onChange: (message: string) => void
  onClose: () => void
}

const SentenceForm = ({
  slvId,
  condition,
  message,
  onChange,
  onClose,
}: SentenceFormProps) => {
  const answer = useAnswerCondition(slvId)
  const send = () =>
    answer.mutate(
      { conditionId: condition.id, body: { message } },
      { onSuccess: onClose },
    )
  return (
    <Stack gap="xs" style={{ gridColumn: '1 / -1' }}>
      <Textarea
        label={`Your answer to “${condition.text}”`}
        description="The underwriter reads this."
        autosize
        autoFocus
        minRows={2}
        maxRows={8}
        maxLength={1000}
        value={message}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button
          loading={answer.isPending}
          disabled={message.trim() === ''}
          onClick={send}
        >
          Send answer
        </Button>
        <SecondaryButton onClick={onClose}>Cancel</SecondaryButton>
      </Group>
    </Stack>
  )
}
