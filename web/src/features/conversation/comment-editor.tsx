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
  const edit = useCommentEdit(comment, draft)
  const { topic, type, isTypeChanged, canSave, isSaving } = edit
  const [question, setQuestion] = useState<'TYPE' | 'DISCARD' | null>(null)
  const key = editDraftKey(comment.id)
  const typeQuestion = typeQuestions(topicTexts[topic.kind].outside)[type]

  const submit = () => {
    if (!canSave) return
    if (isTypeChanged) setQuestion('TYPE')
    // The mutation shows why it failed.
    else edit.send().catch(() => {})
  }
  const leave = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (edit.isChanged) setQuestion('DISCARD')
    else edit.drop()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isBusy = event.nativeEvent.isComposing || isSaving
    if (event.key === 'Escape' && !isBusy) leave(event)
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
          {...edit.mentions}
          topic={topic}
          type={type}
          draft={draft}
          draftKey={key}
          label="Comment"
          isFocused
          keepsEscape
          isBusy={isSaving}
          onSend={submit}
        />
        <EditorButtons
          type={type}
          hasTypeChoice={types.length > 1}
          saveLabel={isTypeChanged ? typeQuestion.confirmLabel : 'Save comment'}
          isSaving={isSaving}
          canSave={canSave}
          onCancel={edit.drop}
        />
      </form>
      {question && (
        <Question
          {...(question === 'TYPE' ? typeQuestion : discardQuestion)}
          onClose={() => setQuestion(null)}
          onConfirm={question === 'TYPE' ? edit.send : async () => edit.drop()}
        />
      )}
    </>
  )
}

/** The comment as it is typed, and how it is saved. */
const useCommentEdit = (comment: AnyComment, draft: Draft) => {
  const topic = toTopic(comment)
  const type = draft.type ?? comment.type
  const mentions = useMentions(topic, type, draft)
  const save = useEditComment(topic, comment.id)
  const { message } = draft
  const isTypeChanged = type !== comment.type
  const drop = () => drafts.drop(editDraftKey(comment.id))
  const send = async () => {
    await save.mutateAsync({
      type,
      message,
      mentions: mentions.mentioned.map(({ id }) => id),
    })
    drop()
  }
  return {
    topic,
    type,
    mentions,
    isTypeChanged,
    isChanged: isTypeChanged || message !== comment.message,
    canSave: message.trim() !== '' && !save.isPending,
    isSaving: save.isPending,
    send,
    drop,
  }
}

type EditorButtonsProps = {
  type: CommentType
  hasTypeChoice: boolean
  saveLabel: string
  isSaving: boolean
  canSave: boolean
  onCancel: () => void
}

const EditorButtons = ({
  type,
  hasTypeChoice,
  saveLabel,
  isSaving,
  canSave,
  onCancel,
}: EditorButtonsProps) => (
  <Group justify="flex-end" gap="xs">
    <Button variant="default" disabled={isSaving} onClick={onCancel}>
      Cancel
    </Button>
    <Button
      type="submit"
      loading={isSaving}
      disabled={!canSave}
      leftSection={<TypeIcon type={type} />}
      {...(hasTypeChoice && { color: typeColors[type] })}
    >
      {saveLabel}
    </Button>
  </Group>
)

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
