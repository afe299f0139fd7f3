import {
  ActionIcon,
  Autocomplete,
  Select,
  Text,
  TextInput,
} from '@mantine/core'
import {
  ConditionTiming,
  maxConditions,
} from '@portal/contract/condition/model'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { fieldIn } from '../../../../lib/autosave/edits.ts'
import { conditionLibraryQuery } from '../../../../records/condition/queries.ts'
import { timingChoices } from '../../../../records/condition/timing-choices.ts'
import { fieldId } from '../../../../ui/inputs/field-problems.tsx'
import { ConflictNote } from '../../form/conflict-note.tsx'
import barClasses from '../decision-bar.module.css'
import {
  decisionCodec,
  decisionKey,
  type ReviewDraft,
} from '../review-draft.ts'
import {
  findInLibrary,
  fromLibrary,
  fromText,
  type PreparedCondition,
  preparedText,
  readPrepared,
} from './condition-draft.ts'
import classes from './conditions-field.module.css'

type ConditionRowsProps = { slv: SlvDetail; draft: ReviewDraft }

const readField = (draft: ReviewDraft) =>
  fieldIn(draft.edits(), 'conditions', decisionCodec)

/** The conditions of the draft decision. */
export const ConditionRows = ({ slv, draft }: ConditionRowsProps) => {
  const field = readField(draft)
  const conditions = readPrepared(field.mine)
  if (conditions.length === 0 && !field.isContested) return null
  return (
    <div className={classes.rows}>
      <ul className={classes.list} aria-label="Conditions">
        {conditions.map((condition, index) => (
          <ConditionRow
            // Two rows may have the same text, so the key needs the place too.
            // With the text, a row that moves up gets new inputs and can't show
            // a day that was half typed in the removed one.
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id
            key={`${index} ${condition.text}`}
            condition={condition}
            onChange={(changed) =>
              draft.setConditions(conditions.with(index, changed))
            }
            onRemove={() => draft.setConditions(conditions.toSpliced(index, 1))}
          />
        ))}
      </ul>
      {field.isContested && (
        <ConflictNote
          draft={draft}
          name="conditions"
          label="Conditions"
          field={field}
          slvId={slv.id}
          record={decisionKey}
          text={preparedText}
        />
      )}
    </div>
  )
}

type ConditionRowProps = {
  condition: PreparedCondition
  onChange: (condition: PreparedCondition) => void
  onRemove: () => void
}

const ConditionRow = ({ condition, onChange, onRemove }: ConditionRowProps) => {
  const { text, timing, dueOn } = condition
  return (
    <li className={classes.row} aria-label={text}>
      <Text size="sm" className={classes.text ?? ''}>
        {text}
      </Text>
      <Select
        aria-label={`Timing of ${text}`}
        size="xs"
        w="10rem"
        allowDeselect={false}
        data={timingChoices}
        value={timing}
        onChange={(value) => {
          const { data: chosen } = ConditionTiming.safeParse(value)
          if (chosen) onChange({ ...condition, timing: chosen })
        }}
      />
      <TextInput
        aria-label={`Due day of ${text}`}
        title="Due day"
        size="xs"
        w="9rem"
        type="date"
        value={dueOn}
        onChange={(event) =>
          onChange({ ...condition, dueOn: event.currentTarget.value })
        }
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove ${text}`}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </li>
  )
}

/** The option that adds what was typed. */
const addTyped = 'ADD'

/** What is typed to find or add a condition. */
export type TypedCondition = {
  typed: string
  setTyped: (typed: string) => void
}

type ConditionSearchProps = TypedCondition & { draft: ReviewDraft }

/** Finds rows of the library by typing, or adds what was typed. */
export const ConditionSearch = ({
  draft,
  typed,
  setTyped,
}: ConditionSearchProps) => {
  const conditions = readPrepared(readField(draft).mine)
  /** The input would take over the label of the option that was chosen. */
  const isChoosing = useRef(false)
  const { data: library, isPending } = useQuery({
    ...conditionLibraryQuery,
    meta: { quiet: true },
  })
  const found = findInLibrary(library?.items ?? [], typed, conditions)
  // Nothing is added by Enter before the library is known.
  const isTyped = typed.trim() !== '' && !isPending
  const options = [
    ...found.map(({ id, title }) => ({ value: id, label: title })),
    ...(isTyped ? [{ value: addTyped, label: `Add “${typed.trim()}”` }] : []),
  ]
  const add = (value: string) => {
    const row = found.find(({ id }) => id === value)
    const added = row ? fromLibrary(row) : fromText(typed)
    draft.setConditions([...conditions, added])
    isChoosing.current = true
    setTyped('')
  }
  return (
    <div className={barClasses.field} data-kind="search">
      <Autocomplete
        id={fieldId('decision.conditions')}
        label="Conditions"
        title="Add a condition (C)"
        aria-keyshortcuts="c"
        placeholder="Find or add"
        comboboxProps={{ position: 'top-start', width: '24rem' }}
        // Marks the first one again when the library arrives after the letters.
        selectFirstOptionOnChange={!isPending}
        disabled={conditions.length >= maxConditions}
        maxLength={1000}
        filter={({ options: all }) => all}
        data={options}
        renderOption={({ option }) => {
          const row = found.find(({ id }) => id === option.value)
          return (
            <div>
              <div>{row?.title ?? `Add “${typed.trim()}”`}</div>
              {row && (
                <Text size="xs" className={classes.preview ?? ''} lineClamp={2}>
                  {row.text}
                </Text>
              )}
            </div>
          )
        }}
        value={typed}
        onChange={(value) => {
          if (!isChoosing.current) setTyped(value)
          isChoosing.current = false
        }}
        onOptionSubmit={add}
      />
    </div>
  )
}
