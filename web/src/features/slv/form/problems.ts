import type { Problem } from '@portal/contract/lib/errors'
import { noVarianceText } from '@portal/contract/slv/decision/eligibility'
import { formFields, formSections } from '@portal/contract/slv/form'
import { formDifference } from '@portal/contract/slv-request/distance'
import type { VarianceField } from '@portal/contract/slv-request/model'
import type { DraftRecord } from '../../../lib/autosave/draft-state.ts'
import { isDirty } from '../../../lib/autosave/edits.ts'
import { fieldLabel } from '../../../records/slv/field-text.ts'
import type { FieldProblem } from '../../../ui/inputs/field-problems.tsx'
import { type EditorState, formKey, getVariances } from './editor.ts'
import { getEvaluationDay, toFormView } from './form-view.ts'
import { formCodec } from './read-field.ts'
import {
  asSent,
  varianceCodec,
  varianceFieldName,
  varianceLabels,
  varianceViewOf,
} from './variances/variance-fields.ts'

export const noVarianceField = 'slvRequests'

const isLabeled = (name: string): name is VarianceField =>
  Object.hasOwn(varianceLabels, name)
const varianceLabel = (position: number, name: string) =>
  `Variance ${position}, ${isLabeled(name) ? varianceLabels[name] : name}`

const locate = (
  state: EditorState,
  { key }: DraftRecord,
  { field, error }: Problem,
  brandName: string,
): FieldProblem => {
  if (key === formKey)
    return { field, label: fieldLabel(field, brandName), error }
  const position =
    getVariances(state).findIndex((record) => record.key === key) + 1
  return {
    field: varianceFieldName(key, field),
    label: varianceLabel(position, field),
    error,
  }
}

const toView = (state: EditorState, { key, edits }: DraftRecord) =>
  key === formKey ? toFormView(state) : varianceViewOf(edits)

const sendProblemsIn = (
  state: EditorState,
  record: DraftRecord,
): readonly Problem[] => toView(state, record).problems

/** A new variance cannot be saved before it has a reason. */
const saveProblemsIn = (state: EditorState, record: DraftRecord): Problem[] => {
  const { unsavable } = toView(state, record)
  const { id, edits } = record
  const problems = [...unsavable].map(([field, error]) => ({ field, error }))
  const lacksReason =
    id === null && isDirty(edits) && !varianceViewOf(edits).variance.reason
  if (!lacksReason || unsavable.has('reason')) return problems
  return [{ field: 'reason', error: 'Required' }, ...problems]
}

const contestedIn = (_: EditorState, { edits }: DraftRecord): Problem[] =>
  edits.contested.map((field) => ({
    field,
    error: 'Also changed by someone else: choose a value',
  }))

const collect = (
  state: EditorState,
  brandName: string,
  problemsIn: typeof sendProblemsIn,
) =>
  [contestedIn, problemsIn].flatMap((find) =>
    state.draftRecords.flatMap((record) =>
      find(state, record).map((problem) =>
        locate(state, record, problem, brandName),
      ),
    ),
  )

/** What must be fixed before the request can be sent. */
export const sendProblems = (
  state: EditorState,
  brandName: string,
): FieldProblem[] => {
  const none = {
    field: noVarianceField,
    label: 'Variance requests',
    error: noVarianceText(state.isUnnecessary ? 'ELIGIBLE' : 'NEEDS_VARIANCE'),
  }
  return [
    ...collect(state, brandName, sendProblemsIn),
    ...(getVariances(state).length === 0 ? [none] : []),
  ]
}

/** What must be fixed before everything typed can be saved. */
export const saveProblems = (
  state: EditorState,
  brandName: string,
): FieldProblem[] => collect(state, brandName, saveProblemsIn)

export const sendWarnings = (state: EditorState): string[] => {
  const { form } = toFormView(state)
  const asOf = getEvaluationDay(form, null)
  return getVariances(state).flatMap(({ edits }, index) => {
    const { variance } = asSent(varianceViewOf(edits), form, asOf)
    const difference = formDifference(variance, form, asOf)
    return difference
      ? [`${varianceLabel(index + 1, 'actualValue')}: ${difference}`]
      : []
  })
}

/**
 * A problem that the server named, at its field on the page;
 * `slvRequests.0.reason` is the first variance's.
 */
export const placeProblem = (
  state: EditorState,
  { field, error }: Problem,
  brandName: string,
): FieldProblem => {
  if (formCodec.isField(field))
    return { field, label: fieldLabel(field, brandName), error }
  const [, index, name = ''] = /^slvRequests\.(\d+)\.(\w+)/.exec(field) ?? []
  const record = getVariances(state)[Number(index ?? -1)]
  if (record && varianceCodec.isField(name))
    return locate(state, record, { field: name, error }, brandName)
  return { field: noVarianceField, label: 'Variance requests', error }
}

/**
 * The number of fields with problems in each section. A loan that needs no
 * request isn't a problem.
 */
export const countBySection = (problems: readonly FieldProblem[]) => {
  const fields = [
    ...new Set(
      problems
        .filter(({ error }) => error !== noVarianceText('ELIGIBLE'))
        .map(({ field }) => field),
    ),
  ]
  const getSection = (field: string) =>
    formCodec.isField(field) ? formFields[field].section : 'variances'
  return Object.fromEntries(
    formSections.map(({ id }) => [
      id,
      fields.filter((field) => getSection(field) === id).length,
    ]),
  )
}
