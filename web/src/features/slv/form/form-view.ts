import { evaluationDate } from '@portal/contract/guideline/figures'
import type { Qualifying } from '@portal/contract/guideline/model'
import type { Problem } from '@portal/contract/lib/errors'
import { round } from '@portal/contract/lib/exact'
import { isOneOf, toRecord } from '@portal/contract/lib/typed'
import { civil } from '@portal/contract/sla/calendar'
import type { SlvDetail } from '@portal/contract/slv/answers'
import * as figures from '@portal/contract/slv/figures'
import * as slvForm from '@portal/contract/slv/form'
import type { Role } from '@portal/contract/user/model'
import { z } from 'zod'
import {
  type Edits,
  perEdits,
  problemsIn,
  unsavable,
  valueNow,
} from '../../../lib/autosave/edits.ts'
import { type EditorState, toForm } from './editor.ts'
import { formCodec } from './read-field.ts'

/**
 * The current content of the form: typed values that can be read, and the
 * server's where nothing was typed.
 */
export type FormView = {
  form: slvForm.PartialForm
  qualifiesBy: Qualifying
  required: ReadonlySet<slvForm.FormFieldName>
  problems: readonly (Problem & { field: slvForm.FormFieldName })[]
  unsavable: ReadonlyMap<string, string>
}

// Each value was checked by its own field's schema, or came from the server.
const AsForm = z.custom<slvForm.PartialForm>((form) => typeof form === 'object')

/**
 * The form as it would be saved: what was typed, the server's values elsewhere,
 * and the ratios that follow from both.
 */
const readForm = (edits: Edits): slvForm.PartialForm => {
  const values = toRecord(slvForm.formFieldNames, (name) =>
    valueNow(edits, name, formCodec.read),
  )
  const { buyerLoan } = edits.base
  const typedForm = AsForm.parse({ ...values, buyerLoan })
  const ratios = figures.recalculateRatios(
    AsForm.parse(edits.base),
    typedForm,
    Object.keys(edits.typed),
  )
  return { ...typedForm, ...ratios }
}

export const viewOf = perEdits(
  (edits, programs: slvForm.Programs): FormView => {
    const form = readForm(edits)
    const unsavableFields = unsavable(edits, formCodec.read)
    const today = civil(new Date()).day
    const formErrors = new Map(
      slvForm
        .formProblems(form, programs, today)
        .map(({ field, error }) => [field, error]),
    )
    return {
      form,
      qualifiesBy: slvForm.qualifiesBy(form, programs),
      required: new Set(slvForm.requiredFields(form, programs)),
      problems: problemsIn(slvForm.formFieldNames, unsavableFields, formErrors),
      unsavable: unsavableFields,
    }
  },
)

/** The form of a request that is being edited. */
export const toFormView = (state: EditorState): FormView =>
  viewOf(toForm(state), state.catalog.programs)

/**
 * The civil day that a form is evaluated on; `sentAt` is when its round was sent,
 * null for a draft.
 */
export const getEvaluationDay = (
  form: slvForm.PartialForm,
  sentAt: string | null,
) => evaluationDate({ ...form, date: sentAt }, new Date())

/**
 * Whether a typed ratio contradicts the calculated one, which a reason would
 * override.
 */
const mayBeOverridden = (
  ratio: figures.CalculatedRatio,
  form: slvForm.PartialForm,
): boolean =>
  figures.findMismatches(form).some((mismatch) => mismatch.ratio === ratio)

/**
 * Fields that are on the form only if another field makes them relevant, or if
 * they have a value.
 */
const isRelevant: Partial<
  Record<slvForm.FormFieldName, (view: FormView) => boolean>
> = {
  noteDate: ({ form }) => form.isLoanClosed === true,
  purchasePriceAmount: ({ form }) =>
    form.purpose === 'Purchase' || !form.purpose,
  dti: ({ qualifiesBy }) => qualifiesBy === 'DTI',
  ltvOverrideReason: ({ form }) => mayBeOverridden('ltv', form),
  cltvOverrideReason: ({ form }) => mayBeOverridden('cltv', form),
  hcltvOverrideReason: ({ form }) => mayBeOverridden('hcltv', form),
  dtiOverrideReason: ({ form }) => mayBeOverridden('dti', form),
  dscr: ({ qualifiesBy }) => qualifiesBy === 'DSCR',
}

/**
 * True if the field belongs on the form now. Nothing that was filled in is ever
 * hidden.
 */
export const isOnForm = (
  name: slvForm.FormFieldName,
  view: FormView,
): boolean => {
  const isNeeded = isRelevant[name]
  const value = view.form[name]
  return !isNeeded || isNeeded(view) || (value !== null && value !== '')
}

export const fieldsIn = (
  section: slvForm.FormSection,
): slvForm.FormFieldName[] =>
  slvForm.formFieldNames.filter(
    (name) => slvForm.formFields[name].section === section,
  )

export const sectionId = (section: slvForm.FormSection) => `section-${section}`

/**
 * The sections in the order for a role. Sellers see requested documents first
 * while one is missing.
 */
export const sectionsFor = (
  role: Role,
  { pendingDocuments }: Pick<SlvDetail, 'pendingDocuments'>,
) => {
  const others = slvForm.formSections.filter(({ id }) => id !== 'documents')
  if (role !== 'SELLER') return others
  const documents = slvForm.formSections.filter(({ id }) => id === 'documents')
  return pendingDocuments.some(({ receivedAt }) => receivedAt === null)
    ? [...documents, ...others]
    : [...others, ...documents]
}

export const computedFor = (
  name: slvForm.FormFieldName,
  form: slvForm.PartialForm,
): number | null | undefined => {
  if (name === 'totalPostCloseReservesAmount')
    return figures.computedReserves(form)
  if (!isCalculated(name)) return undefined
  const calculated = figures.calculateRatio(name, form)
  return calculated === null ? null : round(calculated, 2)
}

export const isCalculated = (
  name: slvForm.FormFieldName,
): name is figures.CalculatedRatio => isOneOf(figures.calculatedRatios, name)

/**
 * The amount that LTV is based on: the purchase price or the appraised value.
 * `isLower` says that it is the lower of both.
 */
export const ltvBasis = (
  form: slvForm.PartialForm,
): { amount: number; isPrice: boolean; isLower: boolean } | null => {
  const amount = figures.ltvValue(form)
  if (amount === null) return null
  const { purchasePriceAmount: price, appraisedValueAmount: appraised } = form
  const isLower =
    form.purpose === 'Purchase' && Boolean(price) && Boolean(appraised)
  return { amount, isPrice: isLower && amount !== appraised, isLower }
}
