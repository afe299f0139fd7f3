import type { Problem } from '@portal/contract/lib/errors'
import * as figures from '@portal/contract/slv/figures'
import {
  type FormFieldName,
  type FormSection,
  type FormSoFar,
  formFieldNames,
  formFields,
  formProblems,
  requiredFields,
} from '@portal/contract/slv/form'
import { isDscrProgram } from '@portal/contract/slv/model'
import { z } from 'zod'
import { type Edits, unsavable, valueNow } from './edits.ts'
import { readField } from './read-field.ts'

/** What the form says now: typed values where they can be read, else none, and the server's where nothing was typed. */
export type FormView = {
  form: FormSoFar
  required: ReadonlySet<FormFieldName>
  /** All that keeps the form from being sent, by field, in the form's order. */
  problems: readonly (Problem & { field: FormFieldName })[]
  /** Only what keeps fields from being saved. */
  unsavable: ReadonlyMap<string, string>
}

// Each value was checked by its own field's schema, or came from the server.
const AsForm = z.custom<FormSoFar>((form) => typeof form === 'object')

const views = new WeakMap<Edits, FormView>()

/** The view of the form's edits; computed once per state, however many fields ask. */
export const viewOf = (edits: Edits, buyerLoan: string | null): FormView => {
  const known = views.get(edits)
  if (known) return known
  const values = Object.fromEntries(formFieldNames.map((name) => [name, valueNow(edits, name, readField)]))
  const form = AsForm.parse({ ...values, buyerLoan })
  const wrong = new Map(unsavable(edits, readField).map(({ field, error }) => [field, error]))
  const missing = new Map(formProblems(form).map(({ field, error }) => [field, error]))
  const view: FormView = {
    form,
    required: new Set(requiredFields(form)),
    problems: formFieldNames.flatMap((field) => {
      const error = wrong.get(field) ?? missing.get(field)
      return error === undefined ? [] : [{ field, error }]
    }),
    unsavable: wrong,
  }
  views.set(edits, view)
  return view
}

/** Fields that stand on the form only when another says so, or when they hold something. */
const isAskedFor: Partial<Record<FormFieldName, (form: FormSoFar) => boolean>> = {
  noteDate: (form) => form.isLoanClosed === true,
  purchasePriceAmount: (form) => form.purpose === 'Purchase' || !form.purpose,
  dti: (form) => !isDscrProgram(form.buyerNonAgencyProgram),
  dscr: (form) => isDscrProgram(form.buyerNonAgencyProgram),
}

/** True when the field belongs on the form as it stands. Nothing that was filled in is ever hidden. */
export const isOnForm = (name: FormFieldName, view: FormView): boolean => {
  const isAsked = isAskedFor[name]
  const value = view.form[name]
  return !isAsked || isAsked(view.form) || (value !== null && value !== '')
}

export const fieldsIn = (section: FormSection): FormFieldName[] =>
  formFieldNames.filter((name) => formFields[name].section === section)

/** What the form's other figures make of a field; undefined for fields that nothing computes. */
export const computedFor = (name: FormFieldName, form: FormSoFar): number | null | undefined => {
  if (name === 'ltv' || name === 'cltv' || name === 'hcltv') return figures.computedRatios(form)[name]
  if (name === 'dti') return figures.computedDti(form)
  if (name === 'totalPostCloseReservesAmount') return figures.computedReserves(form)
  return undefined
}

/** Which value LTV was taken of; null while there is none. */
export const ltvBasis = (form: FormSoFar): { amount: number; isPrice: boolean; isLower: boolean } | null => {
  const amount = figures.ltvValue(form)
  if (amount === null) return null
  const isLower = form.purpose === 'Purchase' && Boolean(form.purchasePriceAmount) && Boolean(form.appraisedValueAmount)
  return {
    amount,
    isPrice: isLower && amount === form.purchasePriceAmount && amount !== form.appraisedValueAmount,
    isLower,
  }
}
