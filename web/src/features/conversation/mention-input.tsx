import { Textarea, UnstyledButton } from '@mantine/core'
import {
  type Mentionable,
  maxCharacters,
} from '@portal/contract/conversation/model'
import { roleLabels } from '@portal/contract/user/model'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useProfile } from '../../records/auth/queries.ts'
import { Hint } from '../../ui/presets.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import classes from './conversation.module.css'
import {
  type MentionQuery,
  matching,
  mentionAt,
  withName,
} from './mention-text.ts'

const maxListed = 50

const arrowSteps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

type MentionInputProps = {
  id?: string
  label: string
  value: string
  people: readonly Mentionable[]
  onChange: (value: string) => void
  onChoose: (value: string, person: Mentionable) => void
  /** Ctrl Enter. */
  onSend: () => void
  /**
   * Escape is handled by the surrounding form and must not close the dialog
   * around it.
   */
  keepsEscape?: boolean
  isBusy: boolean
  describedBy?: string
  /** Takes the focus when it is mounted. */
  isFocused?: boolean
}

/**
 * A text field in which '@' completes names. The focus stays in the field:
 * arrows move in the list, Enter or Tab chooses, Escape closes.
 */
export const MentionInput = (props: MentionInputProps) => {
  const {
    id,
    label,
    value,
    people,
    onChange,
    onChoose,
    onSend,
    isBusy,
    describedBy,
    isFocused = false,
    keepsEscape = false,
  } = props
  const [query, setQuery] = useState<MentionQuery | null>(null)
  const [active, setActive] = useState(0)
  const input = useRef<HTMLTextAreaElement>(null)
  const setCaret = useCaretAfter(input)
  const listId = useId()
  const { id: me } = useProfile()
  const others = people.filter((person) => person.id !== me)
  const found = query ? matching(others, query.words).slice(0, maxListed) : []
  const isOpen = found.length > 0
  const isUnknown = !isOpen && others.length > 0 && isOneWord(query)
  const place = Math.min(active, found.length - 1)

  useFocusAtEnd(input, isFocused)
  const update = ({ value: text, selectionStart }: HTMLTextAreaElement) => {
    const next = mentionAt(text, selectionStart)
    if (next?.words !== query?.words) setActive(0)
    setQuery(next)
  }
  const choose = (person: Mentionable | undefined) => {
    if (!query || !person) return
    const next = withName(value, query, person.name)
    setCaret(next.caret)
    setQuery(null)
    onChoose(next.text, person)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isSend(event)) {
      event.preventDefault()
      return onSend()
    }
    if (!isOpen || event.nativeEvent.isComposing) return
    const step = arrowSteps[event.key]
    if (step !== undefined)
      setActive((place + step + found.length) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(found[place])
    else if (event.key === 'Escape') setQuery(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div>
      <Textarea
        ref={input}
        {...(id && { id })}
        aria-label={label}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={maxCharacters}
        value={value}
        readOnly={isBusy}
        autoComplete="off"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        {...(isOpen && linkToList(listId, place))}
        // Escape closes the list and not the dialog around it.
        {...((isOpen || keepsEscape) && {
          'data-mantine-stop-propagation': 'true',
        })}
        {...(describedBy && { 'aria-describedby': describedBy })}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value)
          update(currentTarget)
        }}
        onClick={({ currentTarget }) => update(currentTarget)}
        onKeyDown={onKeyDown}
        onBlur={() => setQuery(null)}
      />
      {isOpen && (
        <PeopleList
          id={listId}
          people={found}
          active={place}
          onChoose={choose}
        />
      )}
      <ListStatus found={found.length} isUnknown={isUnknown} />
    </div>
  )
}

/** After a space the sentence probably goes on. */
const isOneWord = (query: MentionQuery | null) =>
  /^\S+$/.test(query?.words ?? '')

const linkToList = (listId: string, place: number) => ({
  'aria-controls': listId,
  'aria-activedescendant': `${listId}-${place}`,
})

const isSend = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Enter' && (ctrlKey || metaKey)

/** Takes the focus when the field is mounted, after its text. */
const useFocusAtEnd = (
  input: RefObject<HTMLTextAreaElement | null>,
  isFocused: boolean,
) =>
  useEffect(() => {
    if (!isFocused || !input.current) return
    const { length } = input.current.value
    input.current.focus()
    input.current.setSelectionRange(length, length)
  }, [input, isFocused])

/** Returns a function that sets the caret once the new text is rendered. */
const useCaretAfter = (input: RefObject<HTMLTextAreaElement | null>) => {
  const caret = useRef<number | null>(null)
  useEffect(() => {
    if (caret.current === null || !input.current) return
    input.current.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  return (place: number) => {
    caret.current = place
  }
}

type PeopleListProps = {
  id: string
  people: readonly Mentionable[]
  /** The index of the active one. */
  active: number
  onChoose: (person: Mentionable) => void
}

const PeopleList = ({ id, people, active, onChoose }: PeopleListProps) => (
  <div
    className={classes.people}
    id={id}
    role="listbox"
    aria-label="People to mention"
  >
    {people.map((person, index) => (
      <Option
        key={person.id}
        id={`${id}-${index}`}
        person={person}
        isActive={index === active}
        onChoose={() => onChoose(person)}
      />
    ))}
  </div>
)

type ListStatusProps = { found: number; isUnknown: boolean }

/** How many people match, for screen readers too. */
const ListStatus = ({ found, isUnknown }: ListStatusProps) => (
  <>
    {isUnknown && (
      <Hint pt={4} aria-hidden>
        No one by that name
      </Hint>
    )}
    <VisuallyHidden role="status">
      {isUnknown && 'No one by that name'}
      {found > 0 && `${found} ${found === 1 ? 'person' : 'people'} to mention`}
    </VisuallyHidden>
  </>
)

type OptionProps = {
  id: string
  person: Mentionable
  isActive: boolean
  onChoose: () => void
}

const Option = ({
  id,
  person: { name, role, companyName },
  isActive,
  onChoose,
}: OptionProps) => {
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
      <Hint span>{role === 'SELLER' ? companyName : roleLabels[role]}</Hint>
    </UnstyledButton>
  )
}
