import { Textarea, UnstyledButton } from '@mantine/core'
import type { Mentionable } from '@portal/contract/conversation/model'
import { mostCharacters } from '@portal/contract/conversation/model'
import { roleLabels } from '@portal/contract/user/model'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Unseen } from '../../ui/unseen.tsx'
import { useProfile } from '../auth/queries.ts'
import classes from './conversation.module.css'
import { type Asked, askedAt, matching, withName } from './mention-text.ts'

/** More than these are found by typing on. */
const mostListed = 50

type MentionInputProps = {
  id?: string
  label: string
  value: string
  people: readonly Mentionable[]
  onChange: (value: string) => void
  onChoose: (value: string, person: Mentionable) => void
  /** Ctrl Enter. */
  onSend: () => void
  /** Escape means something to what is around it, and does not close the dialog that both stand in. */
  keepsEscape?: boolean
  isBusy: boolean
  describedBy?: string
  /** Takes the focus when it appears. */
  isFocused?: boolean
}

/**
 * A text in which '@' completes names. The list is the text's own: the focus stays in the text, arrows move in the list,
 * Enter or Tab takes a name, Escape closes it.
 */
export const MentionInput = (props: MentionInputProps) => {
  const { id, label, value, people, onChange, onChoose, onSend, isBusy, describedBy } = props
  const { isFocused = false, keepsEscape = false } = props
  const [asked, setAsked] = useState<Asked | null>(null)
  const [active, setActive] = useState(0)
  const input = useRef<HTMLTextAreaElement>(null)
  const caretAfter = useRef<number | null>(null)
  const listId = useId()
  const { id: me } = useProfile()
  const others = people.filter((person) => person.id !== me)
  const found = asked ? matching(others, asked.words).slice(0, mostListed) : []
  const isOpen = found.length > 0
  // Behind a blank it is rather the sentence that goes on.
  const isNobody = !isOpen && others.length > 0 && /^\S+$/.test(asked?.words ?? '')
  const place = Math.min(active, found.length - 1)

  useEffect(() => {
    if (!isFocused || !input.current) return
    input.current.focus()
    input.current.setSelectionRange(input.current.value.length, input.current.value.length)
  }, [isFocused])

  useEffect(() => {
    if (caretAfter.current === null || !input.current) return
    input.current.setSelectionRange(caretAfter.current, caretAfter.current)
    caretAfter.current = null
  })

  const look = (text: string, caret: number) => {
    const next = askedAt(text, caret)
    if (next?.words !== asked?.words) setActive(0)
    setAsked(next)
  }
  const choose = (person: Mentionable | undefined) => {
    if (!asked || !person) return
    const next = withName(value, asked, person.name)
    caretAfter.current = next.caret
    setAsked(null)
    onChoose(next.text, person)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return onSend()
    }
    if (!isOpen || event.nativeEvent.isComposing) return
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined) setActive((place + step + found.length) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(found[place])
    else if (event.key === 'Escape') setAsked(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={classes.input}>
      <Textarea
        ref={input}
        {...(id && { id })}
        aria-label={label}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={mostCharacters}
        value={value}
        readOnly={isBusy}
        autoComplete="off"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        {...(isOpen && {
          'aria-controls': listId,
          'aria-activedescendant': `${listId}-${place}`,
        })}
        // Escape closes the list and not the dialog around it.
        {...((isOpen || keepsEscape) && { 'data-mantine-stop-propagation': 'true' })}
        {...(describedBy && { 'aria-describedby': describedBy })}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value)
          look(currentTarget.value, currentTarget.selectionStart)
        }}
        onClick={({ currentTarget }) => look(currentTarget.value, currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onBlur={() => setAsked(null)}
      />
      {isOpen && (
        <div className={classes.people} id={listId} role="listbox" aria-label="People to name">
          {found.map((person, index) => (
            <Option
              key={person.id}
              id={`${listId}-${index}`}
              person={person}
              isActive={index === place}
              onChoose={() => choose(person)}
            />
          ))}
        </div>
      )}
      {isNobody && (
        <div className={classes.nobody} aria-hidden>
          Nobody by that name
        </div>
      )}
      <Unseen role="status">
        {isNobody && 'Nobody by that name'}
        {isOpen && `${found.length} ${found.length === 1 ? 'person' : 'people'} to name`}
      </Unseen>
    </div>
  )
}

type OptionProps = { id: string; person: Mentionable; isActive: boolean; onChoose: () => void }

const Option = ({ id, person: { name, role, companyName }, isActive, onChoose }: OptionProps) => {
  const option = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <UnstyledButton
      ref={option}
      className={classes.person}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span>{name}</span>
      <span className={classes.dim}>{role === 'SELLER' ? companyName : roleLabels[role]}</span>
    </UnstyledButton>
  )
}
