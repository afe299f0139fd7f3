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
  completeMention,
  findMatches,
  findMention,
  type MentionQuery,
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
export const MentionInput = ({
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
}: MentionInputProps) => {
  const input = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const mention = useMention({ input, value, people, onChoose })
  const { isOpen, active, matches } = mention
  useFocusAtEnd(input, isFocused)

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSend(event)) return mention.onKeyDown(event)
    event.preventDefault()
    onSend()
  }

  return (
    <div>
      <Textarea
        ref={input}
        {...(id && { id })}
        aria-label={label}
        aria-describedby={describedBy}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={maxCharacters}
        value={value}
        readOnly={isBusy}
        autoComplete="off"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? optionId(listId, active) : undefined}
        // Escape closes the list and not the dialog around it.
        data-mantine-stop-propagation={isOpen || keepsEscape || undefined}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value)
          mention.update(currentTarget)
        }}
        onClick={({ currentTarget }) => mention.update(currentTarget)}
        onKeyDown={onKeyDown}
        onBlur={mention.close}
      />
      {isOpen && (
        <PeopleList
          id={listId}
          people={matches}
          active={active}
          onChoose={mention.choose}
        />
      )}
      <ListStatus count={matches.length} isUnknown={mention.isUnknown} />
    </div>
  )
}

type MentionOptions = Pick<
  MentionInputProps,
  'value' | 'people' | 'onChoose'
> & { input: RefObject<HTMLTextAreaElement | null> }

/** The mention that is being typed, and the people who match it. */
const useMention = ({ input, value, people, onChoose }: MentionOptions) => {
  const { id: ownId } = useProfile()
  const [query, setQuery] = useState<MentionQuery | null>(null)
  const [activeIndex, setActiveIndex] = useState(0)
  const setCaret = useCaretAfter(input)

  const others = people.filter((person) => person.id !== ownId)
  const matches = query
    ? findMatches(others, query.words).slice(0, maxListed)
    : []
  const isOpen = matches.length > 0
  // The list of people may have become shorter.
  const active = Math.min(activeIndex, matches.length - 1)

  const update = ({ value: text, selectionStart }: HTMLTextAreaElement) => {
    const next = findMention(text, selectionStart)
    if (next?.words !== query?.words) setActiveIndex(0)
    setQuery(next)
  }
  const close = () => setQuery(null)
  const choose = (person: Mentionable | undefined) => {
    if (!query || !person) return
    const completed = completeMention(value, query, person.name)
    setCaret(completed.caret)
    close()
    onChoose(completed.text, person)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing) return
    const step = arrowSteps[event.key]
    if (step !== undefined)
      setActiveIndex((active + step + matches.length) % matches.length)
    else if (event.key === 'Enter' || event.key === 'Tab')
      choose(matches[active])
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const isUnknown = !isOpen && others.length > 0 && isOneWord(query)
  return {
    isOpen,
    matches,
    active,
    isUnknown,
    update,
    choose,
    close,
    onKeyDown,
  }
}

/** Whether a first name is typed: after a space the sentence probably goes on. */
const isOneWord = (query: MentionQuery | null) =>
  query !== null && /^\S+$/.test(query.words)

const optionId = (listId: string, index: number) => `${listId}-${index}`

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
        id={optionId(id, index)}
        person={person}
        isActive={index === active}
        onChoose={() => onChoose(person)}
      />
    ))}
  </div>
)

type ListStatusProps = { count: number; isUnknown: boolean }

/** How many people match, for screen readers too. */
const ListStatus = ({ count, isUnknown }: ListStatusProps) => (
  <>
    {isUnknown && (
      <Hint pt={4} aria-hidden>
        No one by that name
      </Hint>
    )}
    <VisuallyHidden role="status">
      {isUnknown && 'No one by that name'}
      {count === 1 && '1 person to mention'}
      {count > 1 && `${count} people to mention`}
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
