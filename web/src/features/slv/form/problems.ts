import type { Problem } from '@portal/contract/lib/errors'
import type { FormSection } from '@portal/contract/slv/form'
import { formDifference } from '@portal/contract/slv-request/distance'
import type { FieldProblem } from '../../../ui/field-problems.tsx'
import { fieldLabel } from '../field-text.ts'
import type { EditorState, VarianceSheet } from './editor-state.ts'
import { fieldsIn, viewOf } from './form-view.ts'
import { isFormField } from './read-field.ts'
import { isVarianceField } from './variance-fields.ts'
import { varianceFieldLabel, varianceFieldName, varianceViewOf } from './variance-view.ts'

type Asked = { buyerLoan: string | null; brandName: string }

const twoValues = 'Changed by somebody else too: choose a value'

/** Where the button that adds a variance can be found. */
export const noVarianceField = 'slvRequests'

/** All that keeps the request from being sent, in the order of the page. */
export const sendProblems = (state: EditorState, { buyerLoan, brandName }: Asked): FieldProblem[] => {
  const ofForm = viewOf(state.form, buyerLoan).problems.map(({ field, error }) => ({
    field,
    label: fieldLabel(field, brandName),
    error,
  }))
  const ofVariances = state.variances.flatMap((sheet, index) =>
    varianceViewOf(sheet.edits).problems.map(({ field, error }) => ({
      field: varianceFieldName(sheet.key, field),
      label: varianceFieldLabel(index + 1, field),
      error,
    })),
  )
  const none = { field: noVarianceField, label: 'Variance requests', error: 'Add at least one variance' }
  return [...contested(state, brandName), ...ofForm, ...(state.variances.length === 0 ? [none] : ofVariances)]
}

/** What should be looked at before the request is sent, and does not keep it: variances that disagree with the form. */
export const sendWarnings = (state: EditorState, buyerLoan: string | null): string[] => {
  const { form } = viewOf(state.form, buyerLoan)
  return state.variances.flatMap(({ edits }, index) => {
    const difference = formDifference(varianceViewOf(edits).variance, form)
    return difference ? [`${varianceFieldLabel(index + 1, 'actualValue')}: ${difference}`] : []
  })
}

/** What keeps typed values from being saved, in the order of the page. */
export const saveProblems = (state: EditorState, { buyerLoan, brandName }: Asked): FieldProblem[] => {
  const ofForm = [...viewOf(state.form, buyerLoan).unsavable].flatMap(([field, error]) =>
    isFormField(field) ? [{ field, label: fieldLabel(field, brandName), error }] : [],
  )
  const ofVariances = state.variances.flatMap((sheet, index) =>
    [...unsavableIn(sheet)].flatMap(([field, error]) =>
      isVarianceField(field)
        ? [{ field: varianceFieldName(sheet.key, field), label: varianceFieldLabel(index + 1, field), error }]
        : [],
    ),
  )
  return [...contested(state, brandName), ...ofForm, ...ofVariances]
}

/** A new variance cannot be saved before it has a reason. */
const unsavableIn = ({ id, edits }: VarianceSheet): Map<string, string> => {
  const { unsavable, variance } = varianceViewOf(edits)
  const waits = id === null && Object.keys(edits.typed).length > 0 && !variance.reason
  return new Map(waits ? [['reason', 'Required'], ...unsavable] : unsavable)
}

const contested = (state: EditorState, brandName: string): FieldProblem[] => [
  ...state.form.contested.flatMap((field) =>
    isFormField(field) ? [{ field, label: fieldLabel(field, brandName), error: twoValues }] : [],
  ),
  ...state.variances.flatMap((sheet, index) =>
    sheet.edits.contested.flatMap((field) =>
      isVarianceField(field)
        ? [
            {
              field: varianceFieldName(sheet.key, field),
              label: varianceFieldLabel(index + 1, field),
              error: twoValues,
            },
          ]
        : [],
    ),
  ),
]

/** A problem that the server named, put to the field on the page; `slvRequests.0.reason` is the first variance's. */
export const placed = (state: EditorState, { field, error }: Problem, brandName: string): FieldProblem => {
  if (isFormField(field)) return { field, label: fieldLabel(field, brandName), error }
  const [, index, name = ''] = /^slvRequests\.(\d+)\.(\w+)/.exec(field) ?? []
  const sheet = state.variances[Number(index ?? -1)]
  if (sheet && isVarianceField(name))
    return { field: varianceFieldName(sheet.key, name), label: varianceFieldLabel(Number(index) + 1, name), error }
  return { field: noVarianceField, label: 'Variance requests', error }
}

/** How many problems each section has: in a draft all that keeps it from being sent, later what cannot be saved. */
export const countBySection = (
  state: EditorState,
  buyerLoan: string | null,
  isDraft: boolean,
): Record<FormSection, number> => {
  const { problems, unsavable } = viewOf(state.form, buyerLoan)
  const wrong = new Set<string>([
    ...(isDraft ? problems.map(({ field }) => field) : unsavable.keys()),
    ...state.form.contested,
  ])
  const none = isDraft && state.variances.length === 0 ? 1 : 0
  const inVariances = state.variances.reduce((sum, sheet) => sum + problemsIn(sheet, isDraft), none)
  const count = (id: FormSection) => fieldsIn(id).filter((name) => wrong.has(name)).length
  return {
    loan: count('loan'),
    requestor: count('requestor'),
    program: count('program'),
    property: count('property'),
    figures: count('figures'),
    income: count('income'),
    reserves: count('reserves'),
    variances: count('variances') + inVariances,
    documents: 0,
  }
}

const problemsIn = (sheet: VarianceSheet, isDraft: boolean) => {
  const wrong = isDraft ? varianceViewOf(sheet.edits).problems.map(({ field }) => field) : unsavableIn(sheet).keys()
  return new Set<string>([...wrong, ...sheet.edits.contested]).size
}
