import type { SlvDetail } from '@portal/contract/slv/answers'
import { formFieldNames } from '@portal/contract/slv/form'
import type { SlvRequest } from '@portal/contract/slv-request/model'
import { varianceFields } from '@portal/contract/slv-request/model'
import type { FieldProblem } from '../../../ui/field-problems.tsx'
import { type Edits, isDirty, merge, noEdits } from './edits.ts'
import { type KeptEdits, keptSheet, restore } from './kept-edits.ts'
import { readField } from './read-field.ts'
import type { Values } from './values.ts'
import { emptyVariance, isEmptyVariance, readVariance } from './variance-fields.ts'

/** One variance on the page; `id` is null until the server has it, `isGone` when somebody removed it meanwhile. */
export type VarianceSheet = { key: string; id: string | null; edits: Edits; isGone: boolean }

/** How the last try to save went: `away` tries again by itself, `halted` waits for the person. */
export type Saving = 'idle' | 'saving' | 'away' | 'halted'

/** Everything that the form under a person's hands knows. */
export type EditorState = {
  /** The server's version that `base` of all sheets stands for. */
  version: number
  form: Edits
  variances: readonly VarianceSheet[]
  saving: Saving
  /** Why it halted, in the server's words. */
  halt: string | null
  /** Tries to send: from the first one on, what is missing is told beside the fields. */
  attempts: number
  /** What the server found wrong with the last try to send. */
  told: readonly FieldProblem[]
  /** Fields that were left after typing; their problems are told. */
  left: ReadonlySet<string>
  /** Variances whose panel is open. */
  open: ReadonlySet<string>
}

export const formValues = (slv: SlvDetail): Values =>
  Object.fromEntries(formFieldNames.map((name) => [name, slv[name]]))

export const varianceValues = (request: SlvRequest): Values =>
  Object.fromEntries(varianceFields.map((name) => [name, request[name]]))

/** The form as it opens: the server's values, and what was typed here before and is not there yet. */
export const openState = (slv: SlvDetail, kept: KeptEdits | null): EditorState => {
  const known = new Map(kept?.variances.map((sheet) => [sheet.id ?? sheet.key, sheet]))
  const onServer = slv.slvRequests.map((request) => {
    const sheet = known.get(request.id)
    const now = varianceValues(request)
    return {
      key: request.id,
      id: request.id,
      isGone: false,
      edits: sheet ? restore(sheet, now, readVariance) : noEdits(now),
    }
  })
  const unsent = (kept?.variances ?? [])
    .filter((sheet) => !slv.slvRequests.some(({ id }) => id === sheet.id))
    .filter(({ typed }) => !isEmptyVariance(typed))
    .map(({ key, typed }) => ({ key, id: null, isGone: false, edits: { ...noEdits(emptyVariance), typed } }))
  const form = kept ? restore(kept.form, formValues(slv), readField) : noEdits(formValues(slv))
  return {
    version: slv.version,
    form,
    variances: [...onServer, ...unsent],
    saving: 'idle',
    halt: null,
    attempts: 0,
    told: [],
    left: new Set(Object.keys(form.typed)),
    open: new Set([...onServer, ...unsent].filter(({ edits }) => isDirty(edits)).map(({ key }) => key)),
  }
}

/** Takes a newer SLV into the form. An older one, or the same, changes nothing. */
export const adopt = (state: EditorState, slv: SlvDetail): EditorState => {
  if (slv.version <= state.version) return state
  const held = new Map(state.variances.flatMap((sheet) => (sheet.id === null ? [] : [[sheet.id, sheet] as const])))
  const onServer = slv.slvRequests.map((request): VarianceSheet => {
    const sheet = held.get(request.id)
    const now = varianceValues(request)
    if (!sheet) return { key: request.id, id: request.id, isGone: false, edits: noEdits(now) }
    return { ...sheet, edits: merge(sheet.edits, now, readVariance) }
  })
  const ids = new Set(slv.slvRequests.map(({ id }) => id))
  const others = state.variances
    .filter((sheet) => sheet.id === null || (!ids.has(sheet.id) && isDirty(sheet.edits)))
    .map((sheet) => (sheet.id === null ? sheet : { ...sheet, isGone: true }))
  return {
    ...state,
    version: slv.version,
    form: merge(state.form, formValues(slv), readField),
    variances: [...onServer, ...others],
  }
}

/** One variance's edits changed by `change`; the others stay as they are. */
export const withVariance = (
  state: EditorState,
  key: string,
  change: (sheet: VarianceSheet) => VarianceSheet,
): EditorState => ({
  ...state,
  variances: state.variances.map((sheet) => (sheet.key === key ? change(sheet) : sheet)),
})

/** What of it must outlive the page; null when the server has everything. */
export const worthKeeping = (state: EditorState): KeptEdits | null => {
  const variances = state.variances.filter(({ edits }) => isDirty(edits))
  if (!isDirty(state.form) && variances.length === 0) return null
  return {
    form: keptSheet(state.form),
    variances: variances.map(({ key, id, edits }) => ({ key, id, ...keptSheet(edits) })),
  }
}
