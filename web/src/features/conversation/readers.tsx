import { UnstyledButton } from '@mantine/core'
import type { CommentType, Mentionable } from '@portal/contract/conversation/model'
import { useState } from 'react'
import { useProfile } from '../auth/queries.ts'
import classes from './conversation.module.css'
import { type Topic, topicWords, useIsOutside } from './topic.ts'

/** So many names stand there at once. */
const mostNames = 3

type ReadersProps = { id: string; topic: Topic; type: CommentType; people: readonly Mentionable[] | undefined }

/** Who will read what is being written, by name. */
export const Readers = ({ id, topic, type, people }: ReadersProps) => {
  const me = useProfile()
  const isOutside = useIsOutside()
  const { outsideRole } = topicWords[topic.kind]
  const others = people?.filter((person) => person.isReader && person.id !== me.id)
  const read = type === 'EXTERNAL' && !isOutside ? others?.filter(({ role }) => role === outsideRole) : others
  return (
    <p className={classes.readers} id={id}>
      {sentence(topic, type, isOutside)}
      {read && read.length > 0 && (
        <>
          {isOutside ? ', and ' : ': '}
          <Names names={read.map(({ name }) => name)} />
        </>
      )}
    </p>
  )
}

const sentence = ({ kind }: Topic, type: CommentType, isOutside: boolean) => {
  const { request, readers } = topicWords[kind]
  if (type === 'INTERNAL') return 'Internal — only the buyer’s people read this'
  return isOutside ? `Read by the buyer’s people who work on this ${request}` : `External — ${readers}`
}

const Names = ({ names }: { names: readonly string[] }) => {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole || names.length <= mostNames + 1 ? names : names.slice(0, mostNames)
  const left = names.length - shown.length
  return (
    <>
      <b>{shown.join(', ')}</b>
      {left > 0 && (
        <UnstyledButton className={classes.more} onClick={() => setIsWhole(true)}>
          and {left} others
        </UnstyledButton>
      )}
    </>
  )
}
