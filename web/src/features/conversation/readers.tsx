import { UnstyledButton } from '@mantine/core'
import type { CommentType, Mentionable } from '@portal/contract/conversation/model'
import { useState } from 'react'
import { useProfile } from '../auth/queries.ts'
import classes from './conversation.module.css'

/** So many names stand there at once. */
const mostNames = 3

type ReadersProps = { id: string; type: CommentType; people: readonly Mentionable[] | undefined }

/** Who will read what is being written, by name. */
export const Readers = ({ id, type, people }: ReadersProps) => {
  const me = useProfile()
  const isSeller = me.role === 'SELLER'
  const others = people?.filter((person) => person.isReader && person.id !== me.id)
  const read = type === 'EXTERNAL' && !isSeller ? others?.filter(({ role }) => role === 'SELLER') : others
  return (
    <p className={classes.readers} id={id}>
      {sentence(type, isSeller)}
      {read && read.length > 0 && (
        <>
          {isSeller ? ', and ' : ': '}
          <Names names={read.map(({ name }) => name)} />
        </>
      )}
    </p>
  )
}

const sentence = (type: CommentType, isSeller: boolean) => {
  if (type === 'INTERNAL') return 'Internal — only the buyer’s people read this'
  return isSeller ? 'Read by the buyer’s people who work on this request' : 'External — the seller reads this'
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
