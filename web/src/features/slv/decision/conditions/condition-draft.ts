import {
  ConditionTiming,
  type LibraryCondition,
  type NewCondition,
} from '@portal/contract/condition/model'
import { conditionLine } from '@portal/contract/condition/texts'
import { normalizeForSearch } from '@portal/contract/lib/normalize-for-search'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { z } from 'zod'
import type { Value } from '../../../../lib/autosave/edits.ts'

/** A condition of the draft as it is autosaved: '' is no value. */
const PreparedCondition = z.object({
  text: z.string().trim().min(1, 'Enter the condition').max(1000),
  timing: ConditionTiming,
  dueOn: z.string(),
  libraryId: z.string(),
})
export type PreparedCondition = z.infer<typeof PreparedCondition>
export const PreparedConditions = z.array(PreparedCondition)

/** The conditions of an SLV's draft decision. */
export const toPrepared = ({
  conditions = [],
}: Pick<SlvDetail, 'conditions'>): PreparedCondition[] =>
  conditions.map(({ text, timing, dueOn, libraryId }) => ({
    text,
    timing,
    dueOn: dueOn ?? '',
    libraryId: libraryId ?? '',
  }))

/** The conditions in an autosaved value. */
export const readPrepared = (value: Value | undefined): PreparedCondition[] =>
  PreparedConditions.catch([]).parse(value ?? [])

/** A line for each condition. */
export const preparedText = (value: Value): string =>
  readPrepared(value)
    .map((condition) =>
      conditionLine({ ...condition, dueOn: condition.dueOn || null }),
    )
    .join('\n')

export const fromLibrary = ({
  id,
  text,
  timing,
}: LibraryCondition): PreparedCondition => ({
  text,
  timing,
  dueOn: '',
  libraryId: id,
})

const defaultTiming: NewCondition['timing'] = 'PRIOR_TO_FUNDING'

export const fromText = (text: string): PreparedCondition => ({
  text: text.trim(),
  timing: defaultTiming,
  dueOn: '',
  libraryId: '',
})

/** How many rows are offered. */
const maxFound = 6

/**
 * The rows of the library whose title or text has every typed word, without
 * those that the decision already has.
 */
export const findInLibrary = (
  items: readonly LibraryCondition[],
  typed: string,
  chosen: readonly PreparedCondition[],
): LibraryCondition[] => {
  const words = typed.trim().split(/\s+/).map(normalizeForSearch)
  const isFound = ({ title, text }: LibraryCondition) => {
    const searched = normalizeForSearch(`${title} ${text}`)
    return words.every((word) => searched.includes(word))
  }
  const isNew = ({ id }: LibraryCondition) =>
    chosen.every(({ libraryId }) => libraryId !== id)
  return items.filter((item) => isNew(item) && isFound(item)).slice(0, maxFound)
}
