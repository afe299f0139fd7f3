import { Button } from '@mantine/core'
import { type CommentType, mostCharacters } from '@portal/contract/conversation/model'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useBranding, useProfile } from '../auth/queries.ts'
import classes from './conversation.module.css'
import { drafts } from './drafts.ts'
import { MentionInput } from './mention-input.tsx'
import { namedIn } from './mention-text.ts'
import { Opened } from './opened.tsx'
import { mentionablesQuery, useAddComment } from './queries.ts'
import { Readers } from './readers.tsx'
import { TypeChoice, TypeIcon, typeColors } from './type-look.tsx'
import { useNewDraft } from './use-draft.ts'

type ComposerProps = {
  slvId: string
  /** What this person may write here; more than one is a choice. */
  types: readonly CommentType[]
  type: CommentType
  onType: (type: CommentType) => void
  onSent: (type: CommentType) => void
}

/** Where a new comment is written. Each visibility has words, colour, icon, button and a draft of its own. */
export const Composer = ({ slvId, types, type, onType, onSent }: ComposerProps) => (
  <section className={classes.composer} data-type={types.length > 1 ? type : undefined} aria-label="New comment">
    {types.length > 1 && <TypeChoice label="Who reads the new comment" types={types} type={type} onChange={onType} />}
    <NewComment key={type} slvId={slvId} type={type} onSent={onSent} />
  </section>
)

const NewComment = ({ slvId, type, onSent }: Pick<ComposerProps, 'slvId' | 'type' | 'onSent'>) => {
  const isSeller = useProfile().role === 'SELLER'
  const { name: brand } = useBranding()
  const { key, draft } = useNewDraft(slvId, type)
  const { data: people } = useQuery(mentionablesQuery(slvId, type))
  const add = useAddComment(slvId)
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
      aria-label={type === 'INTERNAL' ? 'Internal comment' : 'Comment to the seller'}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        send()
      }}
    >
      <Readers id={readersId} type={type} people={people} />
      <MentionInput
        label={isSeller ? 'Comment' : type === 'INTERNAL' ? 'Internal comment' : 'Comment to the seller'}
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
          {...(!isSeller && { color: typeColors[type] })}
        >
          {isSeller ? `Send to ${brand}` : type === 'INTERNAL' ? 'Send internal comment' : 'Send to seller'}
        </Button>
      </div>
    </form>
  )
}
