import { Button, Group, Stack, Text } from '@mantine/core'
import {
  type CommentType,
  maxCharacters,
} from '@portal/contract/conversation/model'
import { useEffect, useId } from 'react'
import { useBranding } from '../../records/auth/queries.ts'
import { CommentFields, useMentions } from './comment-fields.tsx'
import classes from './conversation.module.css'
import { drafts, newDraftKey, useDraft } from './drafts.ts'
import { useAddComment, useDismissComment } from './queries.ts'
import { type Topic, topicTexts, useIsOutside } from './topic.ts'
import { TypeChoice, TypeIcon, typeColors } from './type-look.tsx'

type ComposerProps = {
  topic: Topic
  /** The types that the user may write. */
  types: readonly CommentType[]
  type: CommentType
  onType: (type: CommentType) => void
  onSent: (type: CommentType) => void
  /** The buyer's comment that needs the user's answer. */
  unansweredId: string | null
  startsFocused: boolean
}

/**
 * Where a new comment is written. Each type has its own label, color, icon,
 * button and draft.
 */
export const Composer = ({
  topic,
  types,
  type,
  onType,
  ...props
}: ComposerProps) => (
  <section
    className={classes.composer}
    data-type={types.length > 1 ? type : undefined}
    aria-label="New comment"
  >
    {types.length > 1 && (
      <TypeChoice
        label="Visibility of the new comment"
        topic={topic}
        types={types}
        type={type}
        onChange={onType}
      />
    )}
    <NewComment key={type} topic={topic} type={type} {...props} />
  </section>
)

const emptyDraft = { message: '', chosen: [] }

type NewCommentProps = Pick<
  ComposerProps,
  'topic' | 'type' | 'onSent' | 'startsFocused' | 'unansweredId'
>

const NewComment = ({
  topic,
  type,
  onSent,
  startsFocused,
  unansweredId,
}: NewCommentProps) => {
  const isOutside = useIsOutside()
  const { outside } = topicTexts[topic.kind]
  const { name: brand } = useBranding()
  const key = newDraftKey(topic.id, type)
  const draft = useDraft(key) ?? emptyDraft
  const mentions = useMentions(topic, type, draft)
  const add = useAddComment(topic)
  const inputId = useId()
  const { message } = draft
  useEffect(() => {
    if (startsFocused) document.getElementById(inputId)?.focus()
  }, [startsFocused, inputId])
  const label =
    type === 'INTERNAL' ? 'Internal comment' : `Comment to the ${outside}`
  const staffLabel =
    type === 'INTERNAL' ? 'Send internal comment' : `Send to ${outside}`
  const canSend = message.trim() !== '' && !add.isPending

  const send = () => {
    if (!canSend) return
    add.mutate(
      { type, message, mentions: mentions.mentioned.map(({ id }) => id) },
      {
        onSuccess: () => {
          drafts.drop(key)
          onSent(type)
          document.getElementById(inputId)?.focus()
        },
      },
    )
  }

  return (
    <Stack
      component="form"
      gap="xs"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        send()
      }}
    >
      <CommentFields
        {...mentions}
        topic={topic}
        type={type}
        draft={draft}
        draftKey={key}
        id={inputId}
        label={isOutside ? 'Comment' : label}
        isBusy={add.isPending}
        onSend={send}
      />
      <Group justify="space-between" gap="xs">
        <TypingHint charactersLeft={maxCharacters - message.length} />
        {unansweredId && (
          <NoAnswerButton topic={topic} commentId={unansweredId} />
        )}
        <Button
          type="submit"
          ml={unansweredId ? undefined : 'auto'}
          loading={add.isPending}
          disabled={!canSend}
          leftSection={<TypeIcon type={type} />}
          {...(!isOutside && { color: typeColors[type] })}
        >
          {isOutside ? `Send to ${brand}` : staffLabel}
        </Button>
      </Group>
    </Stack>
  )
}

const TypingHint = ({ charactersLeft }: { charactersLeft: number }) => (
  <Text span size="sm" c="dimmed">
    {charactersLeft < 500
      ? `${charactersLeft} characters left`
      : 'Type @ to mention someone'}
  </Text>
)

type NoAnswerButtonProps = { topic: Topic; commentId: string }

/** Says that the buyer's last comment needs no answer. */
const NoAnswerButton = ({ topic, commentId }: NoAnswerButtonProps) => {
  const dismiss = useDismissComment(topic)
  return (
    <Button
      variant="default"
      ml="auto"
      title="Removes it from “Needs you” until the next comment"
      loading={dismiss.isPending}
      onClick={() => dismiss.mutate(commentId)}
    >
      No answer needed
    </Button>
  )
}
