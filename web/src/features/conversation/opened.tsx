import classes from './conversation.module.css'

type OpenedProps = {
  named: readonly { id: string; name: string }[]
  people: readonly { id: string; isReader: boolean }[]
}

/** Naming a colleague who does not see the SLV opens it to them: that is said before it is done. */
export const Opened = ({ named, people }: OpenedProps) => {
  const opened = named.filter(({ id }) => people.some((person) => person.id === id && !person.isReader))
  if (opened.length === 0) return null
  return (
    <p className={classes.opened} role="status">
      This SLV opens to <b>{opened.map(({ name }) => name).join(', ')}</b>, who cannot see it yet.
    </p>
  )
}
