import { Button } from '@mantine/core'
import * as figures from '@portal/contract/slv/figures'
import type { FormFieldName, FormSoFar } from '@portal/contract/slv/form'
import { isDscrProgram } from '@portal/contract/slv/model'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import * as format from '../../../lib/format.ts'
import { Unseen } from '../../../ui/unseen.tsx'
import { fieldText } from '../field-text.ts'
import classes from './form.module.css'
import { computedFor, ltvBasis, viewOf } from './form-view.ts'
import { shownValue } from './read-field.ts'
import { useEditor, useEditorState } from './use-editor.ts'

/** Beside a figure that others make up: what they come to, whether what was typed differs, and a way to take it over. */
export const ComputedNote = ({ name }: { name: FormFieldName }) => {
  const { editor, buyerLoan } = useEditor()
  const { computed, typed, hint } = useEditorState((state) => {
    const { form } = viewOf(state.form, buyerLoan)
    return { computed: computedFor(name, form), typed: form[name], hint: hintFor(name, form) }
  })
  if (!hint && (computed === undefined || computed === null)) return null
  const use = () => {
    if (computed === null || computed === undefined) return
    editor.type(name, shownValue(name, computed))
    editor.leave(name)
  }
  const isTyped = typeof typed === 'number'
  const differs = isTyped && typeof computed === 'number' && figures.disagrees(typed, computed)
  return (
    <div className={classes.note}>
      {typeof computed === 'number' && (
        <div className={classes.computed} data-differs={differs || undefined}>
          <ComputedWords text={fieldText(name, computed)} isTyped={isTyped} differs={differs} />
          {(differs || !isTyped) && (
            <Button size="compact-xs" variant="default" onClick={use}>
              Use computed<Unseen> {fieldText(name, computed)}</Unseen>
            </Button>
          )}
        </div>
      )}
      {hint && <div>{hint}</div>}
    </div>
  )
}

/** By word and sign, not by colour alone. */
export const ComputedWords = ({ text, isTyped, differs }: { text: string; isTyped: boolean; differs: boolean }) => (
  <span className={classes.computedWords}>
    {differs && <IconAlertTriangle size={14} aria-hidden />}
    {isTyped && !differs && <IconCheck size={14} aria-hidden />}
    {differs ? `Differs from computed ${text}` : isTyped ? `Agrees with computed ${text}` : `Computed ${text}`}
  </span>
)

/** What else follows from the figures: the value that LTV was taken of, months of reserves, payment shock. */
export const hintFor = (name: FormFieldName, form: FormSoFar): string | null => {
  if (name === 'ltv') {
    const basis = ltvBasis(form)
    if (!basis) return null
    const lower = basis.isLower ? ', the lower of price and appraisal' : ''
    return `Of the ${basis.isPrice ? 'purchase price' : 'appraised value'} ${format.money(basis.amount)}${lower}`
  }
  if (name === 'dti' && isDscrProgram(form.buyerNonAgencyProgram)) return 'A DSCR program has no DTI'
  if (name === 'dscr' && !isDscrProgram(form.buyerNonAgencyProgram)) return 'Only DSCR programs have one'
  if (name === 'totalPostCloseReservesAmount') {
    const months = figures.reserveMonths(form.totalPostCloseReservesAmount, form.proposedHousingPaymentAmount)
    return months === null
      ? null
      : `${months.toLocaleString('en-US')} ${months === 1 ? 'month' : 'months'} of the proposed payment`
  }
  if (name === 'proposedHousingPaymentAmount') {
    const shock = figures.paymentShock(form)
    return shock === null
      ? null
      : `Payment shock ${shock > 0 ? '+' : shock < 0 ? '−' : ''}${format.percent(Math.abs(shock))}`
  }
  return null
}
