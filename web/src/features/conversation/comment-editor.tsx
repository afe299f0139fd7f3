import { Button, Group } from '@mantine/core'
import type { CommentType } from '@portal/contract/conversation/model'
import { type KeyboardEvent, useState } from 'react'
import { CommentFields, useMentions } from './comment-fields.tsx'
import classes from './conversation.module.css'
import { type Draft, drafts, editDraftKey } from './drafts.ts'
import { useDeleteComment, useEditComment } from './queries.ts'
import { Question } from './shared/question.tsx'
import { type AnyComment, topicTexts, toTopic } from './topic.ts'
import { TypeChoice, TypeIcon, typeColors } from './type-look.tsx'

type CommentEditorProps = {
  comment: AnyComment
  draft: Draft
  types: readonly CommentType[]
}

/** The question before a comment changes its type. */
const typeQuestions = (
  outside: string,
): Record<
  CommentType,
  { title: string; text: string; confirmLabel: string }
> => ({
  EXTERNAL: {
    title: `Show this comment to the ${outside}?`,
    text: `It is internal now. The ${outside} will see the full comment and be notified.`,
    confirmLabel: `Show to ${outside}`,
  },
  INTERNAL: {
    title: `Hide this comment from the ${outside}?`,
    text: `From now on, only the buyer’s staff can read it. The ${outside} may have read it already.`,
    confirmLabel: 'Make internal',
  },
})

const discardQuestion = {
  title: 'Leave without saving?',
  text: 'Your changes to this comment haven’t been saved.',
  confirmLabel: 'Discard changes',
  isDanger: true,
}

/** Edits a comment in place, and confirms before its readers change. */
export const CommentEditor = ({
  comment,
  draft,
  types,
}: CommentEditorProps) => {
  const topic = toTopic(comment)
  const type = draft.type ?? comment.type
  const [question, setQuestion] = useState<'TYPE' | 'DISCARD' | null>(null)
  const mentions = useMentions(topic, type, draft)
  const save = useEditComment(topic, comment.id)
  const key = editDraftKey(comment.id)
  const { message } = draft
  const canSave = message.trim() !== '' && !save.isPending
  const typeQuestion = typeQuestions(topicTexts[topic.kind].outside)[type]

  const send = async () => {
    await save.mutateAsync({
      type,
      message,
      mentions: mentions.mentioned.map(({ id }) => id),
    })
    drafts.drop(key)
  }
  const discard = async () => drafts.drop(key)
  const submit = () => {
    if (!canSave) return
    if (type === comment.type) send().catch(() => {})
    else setQuestion('TYPE')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (
      event.key !== 'Escape' ||
      event.nativeEvent.isComposing ||
      save.isPending
    )
      return
    event.stopPropagation()
    if (message !== comment.message || type !== comment.type)
      setQuestion('DISCARD')
    else drafts.drop(key)
  }

  return (
    <>
      <form
        className={classes.editor}
        data-type={types.length > 1 ? type : undefined}
        aria-label="Edit comment"
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          submit()
        }}
      >
        {types.length > 1 && (
          <TypeChoice
            label="Comment visibility"
            topic={topic}
            types={types}
            type={type}
            onChange={(next) => drafts.write(key, { ...draft, type: next })}
          />
        )}
        <CommentFields
          {...mentions}
          topic={topic}
          type={type}
          draft={draft}
          draftKey={key}
          label="Comment"
          isFocused
          keepsEscape
          isBusy={save.isPending}
          onSend={submit}
        />
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            disabled={save.isPending}
            onClick={() => drafts.drop(key)}
          >
            Cancel
          </Button>
          <Button
            type="submit"
            loading={save.isPending}
            disabled={!canSave}
            leftSection={<TypeIcon type={type} />}
            {...(types.length > 1 && { color: typeColors[type] })}
          >
            {type === comment.type ? 'Save comment' : typeQuestion.confirmLabel}
          </Button>
        </Group>
      </form>
      {question && (
        <Question
          {...(question === 'TYPE' ? typeQuestion : discardQuestion)}
          onClose={() => setQuestion(null)}
          onConfirm={question === 'TYPE' ? send : discard}
        />
      )}
    </>
  )
}

/** Confirms before a comment is deleted. */
export const DeleteCommentDialog = ({
  comment,
  onClose,
}: {
  comment: AnyComment
  onClose: () => void
}) => {
  const remove = useDeleteComment(toTopic(comment), comment.id)
  return (
    <Question
      isDanger
      title="Delete comment?"
      text="No one will be able to read it. The history shows that you deleted a comment, but not its text."
      confirmLabel="Delete comment"
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync()
        drafts.drop(editDraftKey(comment.id))
      }}
    />
  )
}
