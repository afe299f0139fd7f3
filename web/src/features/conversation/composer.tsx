import { Button } from '@mantine/core'
import { type CommentType, mostCharacters } from '@portal/contract/conversation/model'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useBranding } from '../auth/queries.ts'
import classes from './conversation.module.css'
import { drafts } from './drafts.ts'
import { MentionInput } from './mention-input.tsx'
import { namedIn } from './mention-text.ts'
import { Opened } from './opened.tsx'
import { mentionablesQuery, useAddComment } from './queries.ts'
import { Readers } from './readers.tsx'
import { type Topic, topicWords, useIsOutside } from './topic.ts'
import { TypeChoice, TypeIcon, typeColors } from './type-look.tsx'
import { useNewDraft } from './use-draft.ts'

type ComposerProps = {
  topic: Topic
  /** What this person may write here; more than one is a choice. */
  types: readonly CommentType[]
  type: CommentType
  onType: (type: CommentType) => void
  onSent: (type: CommentType) => void
}

/** Where a new comment is written. Each visibility has words, colour, icon, button and a draft of its own. */
export const Composer = ({ topic, types, type, onType, onSent }: ComposerProps) => (
  <section className={classes.composer} data-type={types.length > 1 ? type : undefined} aria-label="New comment">
    {types.length > 1 && (
      <TypeChoice label="Who reads the new comment" topic={topic} types={types} type={type} onChange={onType} />
    )}
    <NewComment key={type} topic={topic} type={type} onSent={onSent} />
  </section>
)

const NewComment = ({ topic, type, onSent }: Pick<ComposerProps, 'topic' | 'type' | 'onSent'>) => {
  const isOutside = useIsOutside()
  const { outside } = topicWords[topic.kind]
  const { name: brand } = useBranding()
  const { key, draft } = useNewDraft(topic, type)
  const { data: people } = useQuery(mentionablesQuery(topic, type))
  const add = useAddComment(topic)
  const readersId = useId()
  const inputId = useId()
  const { message, chosen } = draft
  const named = namedIn(message, [...chosen, ...(people ?? [])])
  const canSend = message.trim() !== '' && !add.isPending

  const send = () => {
    if (!canSend) return
    add.mutate(
      { type, message, mentions: named.map(({ id }) => id) },
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
    <form
      className={classes.write}
      aria-label={type === 'INTERNAL' ? 'Internal comment' : `Comment to the ${outside}`}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        send()
      }}
    >
      <Readers id={readersId} topic={topic} type={type} people={people} />
      <MentionInput
        label={isOutside ? 'Comment' : type === 'INTERNAL' ? 'Internal comment' : `Comment to the ${outside}`}
        id={inputId}
        describedBy={readersId}
        value={message}
        people={people ?? []}
        isBusy={add.isPending}
        onChange={(text) => drafts.write(key, { message: text, chosen })}
        onChoose={(text, { id, name }) => drafts.write(key, { message: text, chosen: [{ id, name }, ...chosen] })}
        onSend={send}
      />
      <Opened named={named} people={people ?? []} />
      <div className={classes.sendRow}>
        <span className={classes.dim}>
          {message.length > mostCharacters - 500
            ? `${mostCharacters - message.length} characters left`
            : '@ names a person'}
        </span>
        <Button
          type="submit"
          loading={add.isPending}
          disabled={!canSend}
          leftSection={<TypeIcon type={type} />}
          {...(!isOutside && { color: typeColors[type] })}
        >
          {isOutside ? `Send to ${brand}` : type === 'INTERNAL' ? 'Send internal comment' : `Send to ${outside}`}
        </Button>
      </div>
    </form>
  )
}
