import type { ZodType } from 'zod'
import { getProblems, getReason, hasStatus } from '../../../lib/call-error.ts'
import { useStoredText } from '../../../lib/stored-text.ts'

type Versioned = { version: number }

type Save<Draft> = {
  mutate: (draft: Draft) => void
  reset: () => void
  error: Error | null
  isPending: boolean
}

type Options<Draft> = {
  /** Under which this browser keeps the edits. */
  name: string
  schema: ZodType<Draft>
  saved: Draft
  /** What is edited: 'levels'. */
  what: string
  /** Makes the mutation that saves; `onSaved` gets what it was sent, too. */
  useSave: (onSaved: (saved: Versioned, sent: Draft) => void) => Save<Draft>
  /** The text of a problem of a field, such as 'rows.2.to'. */
  describeField: (field: string, draft: Draft) => string
}

/**
 * Rows that are edited and saved as a whole. This browser keeps the edits until
 * then.
 */
export const useStoredEditor = <Draft extends Versioned>({
  name,
  schema,
  saved,
  what,
  useSave,
  describeField,
}: Options<Draft>) => {
  const [stored, store] = useStoredText(name, schema)
  const draft = stored ?? saved
  const save = useSave(({ version }, sent) => {
    // What was edited during the save is an edit of the saved version.
    const isEditedSince = stored !== null && stored !== sent
    store(isEditedSince ? { ...stored, version } : null)
  })
  const edit = (change: Partial<Draft>) => {
    // Reset, a running save would not know of the edit.
    if (!save.isPending) save.reset()
    store({ ...draft, ...change })
  }
  const discard = () => {
    save.reset()
    store(null)
  }
  const [problem] = getProblems(save.error)
  const refusal = hasStatus(save.error, 409) ? getReason(save.error) : null
  return {
    draft,
    edit,
    discard,
    saveBox: {
      what,
      isEdited: stored !== null,
      isStale: draft.version !== saved.version,
      problem: problem
        ? `${describeField(problem.field, draft)}: ${problem.error}`
        : (refusal ?? undefined),
      isSaving: save.isPending,
      canSave: true,
      onSave: () => save.mutate(draft),
      onKeepMine: () => store({ ...draft, version: saved.version }),
      onDiscard: discard,
    },
  }
}
