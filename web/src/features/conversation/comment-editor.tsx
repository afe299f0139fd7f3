import { Button } from '@mantine/core'
import type { CommentType } from '@portal/contract/conversation/model'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import classes from './conversation.module.css'
import { type Draft, drafts, editDraftKey } from './drafts.ts'
import { MentionInput } from './mention-input.tsx'
import { namedIn } from './mention-text.ts'
import { Opened } from './opened.tsx'
import { mentionablesQuery, useEditComment } from './queries.ts'
import { Question } from './question.tsx'
import { Readers } from './readers.tsx'
import { type Said, topicOf, topicWords } from './topic.ts'
import { TypeChoice, TypeIcon, typeColors } from './type-look.tsx'

type CommentEditorProps = { comment: Said; draft: Draft; types: readonly CommentType[] }

/** What is asked before a comment changes its readers. */
const turns = (outside: string): Record<CommentType, { title: string; text: string; confirm: string }> => ({
  EXTERNAL: {
    title: `Show this comment to the ${outside}?`,
    text: `It is internal until now. The ${outside} will read all of it, and is told of it.`,
    confirm: `Show to ${outside}`,
  },
  INTERNAL: {
    title: `Hide this comment from the ${outside}?`,
    text: `From now on only the buyer’s people read it. The ${outside} may have read it already.`,
    confirm: 'Make internal',
  },
})

/** Changes a comment in its place. Who reads it changes only after a question. */
export const CommentEditor = ({ comment, draft, types }: CommentEditorProps) => {
  const { id } = comment
  const topic = topicOf(comment)
  const type = draft.type ?? comment.type
  const [isAsking, setIsAsking] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const { data: people } = useQuery(mentionablesQuery(topic, type))
  const save = useEditComment(topic, id)
  const readersId = useId()
  const key = editDraftKey(id)
  const { message, chosen } = draft
  const named = namedIn(message, [...chosen, ...(people ?? [])])
  const canSave = message.trim() !== '' && !save.isPending
  const turn = turns(topicWords[topic.kind].outside)[type]

  const send = async () => {
    await save.mutateAsync({ type, message, mentions: named.map((person) => person.id) })
    drafts.drop(key)
  }
  const submit = () => {
    if (!canSave) return
    if (type === comment.type) send().catch(() => {})
    else setIsAsking(true)
  }
  const isChanged = message !== comment.message || type !== comment.type
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || save.isPending) return
    event.stopPropagation()
    if (isChanged) setIsLeaving(true)
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
            label="Who reads this comment"
            topic={topic}
            types={types}
            type={type}
            onChange={(next) => drafts.write(key, { ...draft, type: next })}
          />
        )}
        <Readers id={readersId} topic={topic} type={type} people={people} />
        <MentionInput
          label="Comment"
          describedBy={readersId}
          isFocused
          keepsEscape
          value={message}
          people={people ?? []}
          isBusy={save.isPending}
          onChange={(text) => drafts.write(key, { ...draft, message: text })}
          onChoose={(text, person) =>
            drafts.write(key, { ...draft, message: text, chosen: [{ id: person.id, name: person.name }, ...chosen] })
          }
          onSend={submit}
        />
        <Opened named={named} people={people ?? []} />
        <div className={classes.buttons}>
          <Button variant="default" disabled={save.isPending} onClick={() => drafts.drop(key)}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={save.isPending}
            disabled={!canSave}
            leftSection={<TypeIcon type={type} />}
            {...(types.length > 1 && { color: typeColors[type] })}
          >
            {type === comment.type ? 'Save comment' : turn.confirm}
          </Button>
        </div>
      </form>
      {isLeaving && (
        <Question
          title="Leave without saving?"
          text="What you changed of this comment is not saved. The comment stays as it was."
          confirmLabel="Discard changes"
          isDanger
          onClose={() => setIsLeaving(false)}
          onConfirm={async () => drafts.drop(key)}
        />
      )}
      {isAsking && (
        <Question
          title={turn.title}
          text={turn.text}
          confirmLabel={turn.confirm}
          onClose={() => setIsAsking(false)}
          onConfirm={send}
        />
      )}
    </>
  )
}
