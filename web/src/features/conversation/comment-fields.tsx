import { Text, UnstyledButton } from '@mantine/core'
import type {
  CommentType,
  Mentionable,
} from '@portal/contract/conversation/model'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId, useState } from 'react'
import { useProfile } from '../../records/auth/queries.ts'
import { type Draft, drafts } from './drafts.ts'
import { MentionInput } from './mention-input.tsx'
import { findMentioned, type Named } from './mention-text.ts'
import { mentionablesQuery } from './queries.ts'
import { type Topic, topicTexts, useIsOutside } from './topic.ts'

const noPeople: readonly Mentionable[] = []

/**
 * The people whom a comment of this type can mention, and those whom the draft
 * does mention.
 */
export const useMentions = (
  topic: Topic,
  type: CommentType,
  { message, chosen }: Draft,
) => {
  const { data: people } = useQuery(mentionablesQuery(topic, type))
  return {
    people,
    mentioned: findMentioned<Named>(message, [...chosen, ...(people ?? [])]),
  }
}

type CommentFieldsProps = ReturnType<typeof useMentions> &
  Pick<
    ComponentProps<typeof MentionInput>,
    'id' | 'label' | 'isBusy' | 'onSend' | 'isFocused' | 'keepsEscape'
  > & {
    topic: Topic
    type: CommentType
    draftKey: string
    draft: Draft
  }

/** The text of a comment, who will read it, and to whom it opens the SLV. */
export const CommentFields = (props: CommentFieldsProps) => {
  const { topic, type, draftKey, draft, people, mentioned, ...input } = props
  const readersId = useId()
  return (
    <>
      <Readers id={readersId} topic={topic} type={type} people={people} />
      <MentionInput
        {...input}
        describedBy={readersId}
        value={draft.message}
        people={people ?? noPeople}
        onChange={(message) => drafts.write(draftKey, { ...draft, message })}
        onChoose={(message, { id, name }) =>
          drafts.write(draftKey, {
            ...draft,
            message,
            chosen: [{ id, name }, ...draft.chosen],
          })
        }
      />
      <NewReaders mentioned={mentioned} people={people ?? noPeople} />
    </>
  )
}

type NewReadersProps = {
  mentioned: readonly Named[]
  people: readonly Mentionable[]
}

/** Warns that mentioning a colleague gives them access to the SLV. */
const NewReaders = ({ mentioned, people }: NewReadersProps) => {
  const added = mentioned.filter(({ id }) =>
    people.some((person) => person.id === id && !person.isReader),
  )
  if (added.length === 0) return null
  return (
    <Text size="sm" c="light-dark(#6b4500, #ffd98a)" role="status">
      Posting gives <b>{added.map(({ name }) => name).join(', ')}</b> access to
      this SLV.
    </Text>
  )
}

type ReadersProps = {
  id: string
  topic: Topic
  type: CommentType
  people: readonly Mentionable[] | undefined
}

/** Who will read a comment, by name. */
const Readers = ({ id, topic: { kind }, type, people }: ReadersProps) => {
  const me = useProfile()
  const isOutside = useIsOutside()
  const { outsideRole, request, readers } = topicTexts[kind]
  const others = people?.filter(
    (person) => person.isReader && person.id !== me.id,
  )
  const named =
    type === 'EXTERNAL' && !isOutside
      ? others?.filter(({ role }) => role === outsideRole)
      : others
  const external = isOutside
    ? `Visible to the buyer’s staff who work on this ${request}`
    : `External — ${readers}`
  return (
    <Text size="sm" id={id} style={{ overflowWrap: 'anywhere' }}>
      {type === 'INTERNAL'
        ? 'Internal — visible to the buyer’s staff only'
        : external}
      {named && named.length > 0 && (
        <>
          {isOutside ? ', and ' : ': '}
          <Names names={named.map(({ name }) => name)} />
        </>
      )}
    </Text>
  )
}

const maxNames = 3

const Names = ({ names }: { names: readonly string[] }) => {
  const [showsAll, setShowsAll] = useState(false)
  const shown =
    showsAll || names.length <= maxNames + 1 ? names : names.slice(0, maxNames)
  const left = names.length - shown.length
  return (
    <>
      <b>{shown.join(', ')}</b>
      {left > 0 && (
        <UnstyledButton
          ml={4}
          c="inherit"
          fz="inherit"
          td="underline"
          onClick={() => setShowsAll(true)}
        >
          and {left} others
        </UnstyledButton>
      )}
    </>
  )
}
