import type { Problem } from '@portal/contract/lib/errors'
import { type FormSection, formSections } from '@portal/contract/slv/form'
import { formDifference } from '@portal/contract/slv-request/distance'
import type { Sheet } from '../../../lib/autosave/draft-state.ts'
import { isDirty } from '../../../lib/autosave/edits.ts'
import type { FieldProblem } from '../../../ui/inputs/field-problems.tsx'
import { fieldLabel } from '../shared/field-text.ts'
import { type EditorState, formKey, formOf, variancesOf } from './editor.ts'
import { fieldsIn, viewOf } from './form-view.ts'
import { formCodec } from './read-field.ts'
import { varianceCodec, varianceFieldName, varianceLabels, varianceViewOf } from './variance-fields.ts'

export const noVarianceField = 'slvRequests'

const varianceLabel = (position: number, name: string) =>
  `Variance ${position}, ${varianceCodec.isField(name) ? varianceLabels[name] : name}`

const locate = (state: EditorState, { key }: Sheet, { field, error }: Problem, brandName: string): FieldProblem => {
  if (key === formKey) return { field, label: fieldLabel(field, brandName), error }
  const position = variancesOf(state).findIndex((sheet) => sheet.key === key) + 1
  return { field: varianceFieldName(key, field), label: varianceLabel(position, field), error }
}

const sendProblemsIn = ({ key, edits }: Sheet): readonly Problem[] =>
  (key === formKey ? viewOf(edits) : varianceViewOf(edits)).problems

/** A new variance cannot be saved before it has a reason. */
const saveProblemsIn = ({ key, id, edits }: Sheet): Problem[] => {
  const { unsavable } = key === formKey ? viewOf(edits) : varianceViewOf(edits)
  const problems = [...unsavable].map(([field, error]) => ({ field, error }))
  const lacksReason = id === null && isDirty(edits) && !varianceViewOf(edits).variance.reason
  if (!lacksReason || unsavable.has('reason')) return problems
  return [{ field: 'reason', error: 'Required' }, ...problems]
}

const contestedIn = ({ edits }: Sheet): Problem[] =>
  edits.contested.map((field) => ({ field, error: 'Also changed by someone else: choose a value' }))

const collect = (state: EditorState, brandName: string, problemsIn: (sheet: Sheet) => readonly Problem[]) =>
  state.sheets.flatMap((sheet) => problemsIn(sheet).map((problem) => locate(state, sheet, problem, brandName)))

export const sendProblems = (state: EditorState, brandName: string): FieldProblem[] => {
  const none = { field: noVarianceField, label: 'Variance requests', error: 'Add at least one variance' }
  return [
    ...collect(state, brandName, contestedIn),
    ...collect(state, brandName, sendProblemsIn),
    ...(variancesOf(state).length === 0 ? [none] : []),
  ]
}

export const saveProblems = (state: EditorState, brandName: string): FieldProblem[] => [
  ...collect(state, brandName, contestedIn),
  ...collect(state, brandName, saveProblemsIn),
]

export const sendWarnings = (state: EditorState): string[] => {
  const { form } = viewOf(formOf(state))
  return variancesOf(state).flatMap(({ edits }, index) => {
    const difference = formDifference(varianceViewOf(edits).variance, form)
    return difference ? [`${varianceLabel(index + 1, 'actualValue')}: ${difference}`] : []
  })
}

/** A problem that the server named, at its field on the page; `slvRequests.0.reason` is the first variance's. */
export const placeProblem = (state: EditorState, { field, error }: Problem, brandName: string): FieldProblem => {
  if (formCodec.isField(field)) return { field, label: fieldLabel(field, brandName), error }
  const [, index, name = ''] = /^slvRequests\.(\d+)\.(\w+)/.exec(field) ?? []
  const sheet = variancesOf(state)[Number(index ?? -1)]
  if (sheet && varianceCodec.isField(name)) return locate(state, sheet, { field: name, error }, brandName)
  return { field: noVarianceField, label: 'Variance requests', error }
}

export const countBySection = (state: EditorState, isDraft: boolean) => {
  const wrongIn = (sheet: Sheet) => {
    const problems = isDraft ? sendProblemsIn(sheet) : saveProblemsIn(sheet)
    return new Set([...problems, ...contestedIn(sheet)].map(({ field }) => field))
  }
  const variances = variancesOf(state)
  const inVariances = variances.reduce((sum, sheet) => sum + wrongIn(sheet).size, 0)
  const noVariance = isDraft && variances.length === 0 ? 1 : 0
  const inForm = new Set(state.sheets.filter(({ key }) => key === formKey).flatMap((sheet) => [...wrongIn(sheet)]))
  const count = (section: FormSection) =>
    fieldsIn(section).filter((name) => inForm.has(name)).length +
    (section === 'variances' ? inVariances + noVariance : 0)
  return Object.fromEntries(formSections.map(({ id }) => [id, count(id)]))
}
