import { Avatar, Group, Tooltip, VisuallyHidden } from '@mantine/core'
import { seesPresence } from '@portal/contract/live/api'
import type { Present } from '@portal/contract/live/model'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toActor, useProfile } from '../../../records/auth/queries.ts'
import { leave, presenceQuery } from '../queries.ts'
import classes from './presence-note.module.css'

/**
 * Who else has the SLV open, and whether they are editing it. Only the buyer's
 * people see this and are shown.
 */
export const PresenceNote = ({ slvId }: { slvId: string }) =>
  seesPresence(toActor(useProfile())) ? (
    <Note key={slvId} slvId={slvId} />
  ) : null

/**
 * The note reserves space for these, so that the header doesn't shift when
 * someone comes or goes.
 */
const maxAvatars = 3

/**
 * How long someone counts as editing after their last input within
 * `data-edits`, in ms.
 */
const editingLasts = 60_000

const Note = ({ slvId }: { slvId: string }) => {
  const [isEditing, setIsEditing] = useState(false)
  const editing = useRef(false)
  const { data, refetch } = useQuery(
    presenceQuery(slvId, () => editing.current),
  )
  const people = data?.people ?? []
  const editors = people.filter((person) => person.isEditing)
  const warning = isEditing ? warningText(editors) : null

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const change = (isNow: boolean) => {
      if (editing.current === isNow) return
      editing.current = isNow
      setIsEditing(isNow)
      void refetch()
    }
    const onInput = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest('[data-edits]'))
        return
      clearTimeout(timer)
      timer = setTimeout(() => change(false), editingLasts)
      change(true)
    }
    const onLeave = () => leave(slvId)
    document.addEventListener('input', onInput)
    window.addEventListener('pagehide', onLeave)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('input', onInput)
      window.removeEventListener('pagehide', onLeave)
      onLeave()
    }
  }, [slvId, refetch])

  return (
    <Tooltip
      label={warning ?? presenceText(people)}
      disabled={people.length === 0}
      events={{ hover: true, focus: false, touch: true }}
      multiline
      maw={280}
      {...(warning !== null && { opened: true, color: 'orange.9' })}
    >
      <Group className={classes.note ?? ''} role="status">
        {people.length > 0 && (
          <>
            <Avatar.Group spacing={6} aria-hidden>
              {people
                .slice(0, maxAvatars)
                .map(({ id, name, isEditing: edits }) => (
                  <Avatar
                    key={id}
                    name={name}
                    size={22}
                    color="initials"
                    data-edits-now={edits || undefined}
                  />
                ))}
            </Avatar.Group>
            <VisuallyHidden>{presenceText(people)}</VisuallyHidden>
          </>
        )}
      </Group>
    </Tooltip>
  )
}

/** 'Anna L. is here', 'Anna L. and Ben K. are here', 'Anna L. is editing'. */
export const presenceText = (people: readonly Present[]): string => {
  const editors = people.filter(({ isEditing }) => isEditing)
  if (editors.length > 0) return `${namesAre(editors)} editing`
  return `${namesAre(people)} here`
}

/**
 * The warning for someone who edits at the same time as others: 'Anna L. is
 * also editing this SLV. …'.
 */
export const warningText = (editors: readonly Present[]): string | null =>
  editors.length === 0
    ? null
    : `${namesAre(editors)} also editing this SLV. Agree on who decides it.`

/** 'Anna L. is', 'Anna L. and Ben K. are' */
const namesAre = (people: readonly Present[]) =>
  `${nameList(people)} ${people.length === 1 ? 'is' : 'are'}`

const nameList = (people: readonly Present[]) => {
  const [first = '', second = '', ...more] = people.map(({ name }) =>
    shortName(name),
  )
  if (more.length > 0) return `${first} and ${more.length + 1} others`
  return second ? `${first} and ${second}` : first
}

/** Shortens 'Anna Lee' to 'Anna L.'. */
const shortName = (name: string) => {
  const [first = '', ...rest] = name.split(' ')
  const last = rest.at(-1)
  return last ? `${first} ${last.charAt(0)}.` : first
}
