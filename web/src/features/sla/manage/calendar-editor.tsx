import {
  ActionIcon,
  Button,
  Flex,
  Group,
  Paper,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import type { SlaItem } from '@portal/contract/sla/api'
import { weekdayNames } from '@portal/contract/sla/labels'
import type { BusinessCalendarAnswer } from '@portal/contract/sla/manage-api'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { getProblems } from '../../../lib/call-error.ts'
import { FieldProblems, fieldId } from '../../../ui/inputs/field-problems.tsx'
import { Hint } from '../../../ui/presets.ts'
import * as drafts from './calendar-draft.ts'
import { FieldChanges, placeLabel } from './changes.tsx'
import { EffectView, UnsavedChanges, useSlaEffect } from './effect-view.tsx'
import { focusSoon, HolidayList } from './holiday-list.tsx'
import { useUpdateCalendar } from './manage-queries.ts'

type CalendarEditorProps = {
  calendar: BusinessCalendarAnswer
  items: readonly SlaItem[]
  kept: drafts.CalendarDraft | null
  onKeep: (draft: drafts.CalendarDraft | null) => void
}

export const CalendarEditor = (props: CalendarEditorProps) => {
  const { calendar, items, kept, onKeep } = props
  const { draft, change, problems, attempt, ...calendarEdit } =
    useCalendarEdit(props)
  const { edit, save, discard, isSaving } = calendarEdit
  const [isFull, setIsFull] = useState(false)
  const hasChanges = drafts.isEdited(calendar, draft)
  const effect = useSlaEffect(
    hasChanges && change ? { calendar: change } : null,
  )
  const isStale = draft.version !== calendar.version
  // A field that is still empty is no problem before the first attempt to save
  // it.
  const problemAt = (field: string) =>
    problems.find(
      (one) => one.field === field && (attempt > 0 || one.error !== 'Required'),
    )?.error

  return (
    <Stack gap="lg" maw="44rem">
      <TextInput
        id={fieldId('cutOff')}
        styles={{ input: { width: '8.5rem' } }}
        type="time"
        label="Cutoff time"
        description="Work that arrives at or after this time counts as received the next business day. New York time."
        required
        value={draft.cutOff}
        error={problemAt('cutOff')}
        onChange={(event) =>
          edit({ ...draft, cutOff: event.currentTarget.value })
        }
      />
      <WeekHours draft={draft} problemAt={problemAt} onChange={edit} />
      <HolidayList
        draft={draft}
        today={calendar.today}
        problemAt={problemAt}
        onChange={edit}
      />
      {attempt > 0 && (
        <FieldProblems
          title="The calendar can’t be saved yet"
          problems={problems.map(({ field, error }) => ({
            field,
            error,
            label: placeLabel(draft, field),
          }))}
          attempt={attempt}
        />
      )}
      {(hasChanges || (kept && isStale)) && (
        <ChangesBar
          calendar={calendar}
          items={items}
          draft={draft}
          change={change}
          effect={effect}
          isFull={isFull}
          onFull={setIsFull}
          isSaving={isSaving}
          onSave={save}
          onDiscard={discard}
          onKeepMine={() => onKeep(drafts.rebased(draft, calendar))}
        />
      )}
    </Stack>
  )
}

/** The draft of the calendar, and its attempts to save. */
const useCalendarEdit = ({ calendar, kept, onKeep }: CalendarEditorProps) => {
  const update = useUpdateCalendar()
  const [attempt, setAttempt] = useState(0)
  const draft = kept ?? drafts.toDraft(calendar)
  const { change, problems } = drafts.checkDraft(draft)

  const edit = (next: drafts.CalendarDraft) => {
    update.reset()
    const isKept =
      drafts.isEdited(calendar, next) || next.version !== calendar.version
    onKeep(isKept ? next : null)
  }
  const discard = () => {
    update.reset()
    setAttempt(0)
    onKeep(null)
    document.getElementById('calendar')?.focus({ preventScroll: true })
  }
  const save = async () => {
    const fail = () => setAttempt(attempt + 1)
    if (!change) return fail()
    await update
      .mutateAsync({ ...change, version: draft.version })
      .then(discard, fail)
  }
  return {
    draft,
    change,
    problems: problems.length > 0 ? problems : getProblems(update.error),
    attempt,
    edit,
    save,
    discard,
    isSaving: update.isPending,
  }
}

type ChangesBarProps = {
  calendar: BusinessCalendarAnswer
  items: readonly SlaItem[]
  draft: drafts.CalendarDraft
  /** Null while the draft has problems. */
  change: ReturnType<typeof drafts.checkDraft>['change']
  effect: ReturnType<typeof useSlaEffect>
  /** Shows each change, and the effect in full. */
  isFull: boolean
  onFull: (isFull: boolean) => void
  isSaving: boolean
  onSave: () => void
  onDiscard: () => void
  onKeepMine: () => void
}

/** What the unsaved changes do, below the editor. */
const ChangesBar = ({
  calendar,
  items,
  draft,
  change,
  effect,
  isFull,
  onFull,
  isSaving,
  onSave,
  onDiscard,
  onKeepMine,
}: ChangesBarProps) => {
  const isStale = draft.version !== calendar.version
  const changes = drafts.differences(draft.base, drafts.toChange(draft))
  return (
    <Paper
      component="section"
      pos="sticky"
      bottom={0}
      mah={{ base: '45vh', sm: '60vh' }}
      px="md"
      pt="sm"
      fz="sm"
      bd="1px solid var(--portal-line)"
      // What is about to change stays in sight while it is edited above.
      style={{
        zIndex: 1,
        overflowY: 'auto',
        borderBlockStart: '2px solid var(--mantine-primary-color-filled)',
      }}
      shadow="md"
      aria-label="Unsaved calendar changes"
    >
      {change && isFull && !isStale && (
        <FieldChanges label="What changes" changes={changes} items={items} />
      )}
      <UnsavedChanges
        effect={effect}
        isValid={change !== null}
        conflict={
          isStale ? (
            <>
              Someone else just changed the calendar. Your changes are kept.
              Continue to add them to theirs.
              <FieldChanges
                label="What they changed"
                changes={drafts.differences(draft.base, calendar)}
                items={items}
              />
            </>
          ) : null
        }
        saveLabel="Save the calendar"
        isSaving={isSaving}
        onSave={onSave}
        onDiscard={onDiscard}
        onKeepMine={onKeepMine}
        end={
          change && (
            <Button
              variant="subtle"
              ml="auto"
              aria-expanded={isFull}
              onClick={() => onFull(!isFull)}
            >
              {isFull ? 'Less' : showText(changes.length)}
            </Button>
          )
        }
      >
        <EffectView
          effect={effect}
          items={items}
          calendar={isFull ? 'full' : 'short'}
        />
      </UnsavedChanges>
    </Paper>
  )
}

const showText = (changes: number) =>
  changes === 1 ? 'Show the change' : `Show the ${changes} changes`

type WeekHoursProps = {
  draft: drafts.CalendarDraft
  /**
   * The error of a field that is named as in the contract ('frames.2.opens').
   */
  problemAt: (field: string) => string | undefined
  onChange: (draft: drafts.CalendarDraft) => void
}

const weekdays = [1, 2, 3, 4, 5, 6, 0]

const WeekHours = ({ draft, problemAt, onChange }: WeekHoursProps) => {
  const problem = problemAt('frames')
  return (
    <section aria-labelledby="week-hours">
      <Title order={3} id="week-hours">
        Business hours
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        A day with business hours is a business day. Business days count as
        whole days; the hours only show when the desk is open.
      </Text>
      {problem && (
        <Text
          id={fieldId('frames')}
          tabIndex={-1}
          size="sm"
          c="var(--mantine-color-error)"
          mb="xs"
          role="alert"
        >
          {problem}
        </Text>
      )}
      {weekdays.map((weekday) => (
        <Weekday
          key={weekday}
          weekday={weekday}
          draft={draft}
          problemAt={problemAt}
          onChange={onChange}
        />
      ))}
    </section>
  )
}

const Weekday = ({
  weekday,
  draft,
  problemAt,
  onChange,
}: WeekHoursProps & { weekday: number }) => {
  const name = weekdayNames[weekday] ?? ''
  const frames = draft.frames.filter((frame) => frame.weekday === weekday)
  const addId = `add-hours-${weekday}`
  const add = () => {
    onChange(drafts.withFrame(draft, weekday))
    focusSoon(fieldId(`frames.${draft.frames.length}.opens`))
  }
  const remove = (key: number) => {
    onChange(drafts.removeRow(draft, 'frames', key))
    focusSoon(addId)
  }
  return (
    <Flex
      role="group"
      aria-label={name}
      wrap="wrap"
      py="0.25rem"
      style={{ borderBlockEnd: '1px solid var(--portal-line)' }}
    >
      <Text span w="7rem" pt="0.375rem" size="sm" fw={500} aria-hidden>
        {name}
      </Text>
      <Group flex="1 1 16rem" gap="xs" mih="2rem">
        {frames.length === 0 && <Hint span>Not a business day</Hint>}
        {frames.map((frame, place) => (
          <Frame
            key={frame.key}
            frame={frame}
            name={name}
            suffix={frames.length > 1 ? ` (${place + 1})` : ''}
            draft={draft}
            problemAt={problemAt}
            onChange={onChange}
            onRemove={() => remove(frame.key)}
          />
        ))}
        <Button
          id={addId}
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-label={`Add hours on ${name}`}
          onClick={add}
        >
          Add hours
        </Button>
      </Group>
    </Flex>
  )
}

type FrameProps = WeekHoursProps & {
  frame: drafts.CalendarDraft['frames'][number]
  /** Of the weekday. */
  name: string
  /** Tells the hours of a day apart: ' (2)'. */
  suffix: string
  onRemove: () => void
}

/** When business hours open and close. */
const Frame = ({
  frame,
  name,
  suffix,
  draft,
  problemAt,
  onChange,
  onRemove,
}: FrameProps) => {
  const index = draft.frames.indexOf(frame)
  const change = (part: 'opens' | 'closes', time: string) =>
    onChange(drafts.changeRow(draft, 'frames', frame.key, { [part]: time }))
  return (
    <Group gap="0.25rem" wrap="nowrap" align="flex-start">
      {(['opens', 'closes'] as const).map((part) => (
        <TextInput
          key={part}
          w="7.5rem"
          id={fieldId(`frames.${index}.${part}`)}
          type="time"
          aria-label={`${name} ${part}${suffix}`}
          value={frame[part]}
          error={problemAt(`frames.${index}.${part}`)}
          onChange={(event) => change(part, event.currentTarget.value)}
        />
      ))}
      <ActionIcon
        size={32}
        aria-label={`Remove the hours of ${name}${suffix}`}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
