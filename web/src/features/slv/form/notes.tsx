import { Box, Button, Group, Stack } from '@mantine/core'
import type { Qualifying } from '@portal/contract/guideline/model'
import * as figures from '@portal/contract/slv/figures'
import type { FormFieldName, PartialForm } from '@portal/contract/slv/form'
import { IconAlertTriangle, IconCheck, IconPencil } from '@tabler/icons-react'
import * as format from '../../../lib/text/format.ts'
import type { Edit } from '../../../records/history/queries.ts'
import { fieldText, monthsText } from '../../../records/slv/field-text.ts'
import { TinyButton } from '../../../ui/presets.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { amber } from '../warning.tsx'
import { formKey, useEditor, useEditorState } from './editor.ts'
import { computedFor, isCalculated, ltvBasis, toFormView } from './form-view.ts'
import { formCodec } from './read-field.ts'

/** Below a field of a sent request: who changed it, and what was sent. */
export const EditNote = ({
  name,
  edit: { before, by },
}: {
  name: string
  edit: Edit
}) => (
  <Box component="span" display="block" c="dimmed" fz="xs">
    <IconPencil size={12} aria-hidden /> Edited by {by}, before:{' '}
    {fieldText(name, before)}
  </Box>
)

/** Below a field whose text may mean several things: a button for each. */
export const Suggestions = ({
  texts,
  onUse,
}: {
  texts: readonly string[]
  onUse: (text: string) => void
}) => {
  if (texts.length === 0) return null
  return (
    <Group gap={8} mt={4}>
      {texts.map((text) => (
        <TinyButton key={text} onClick={() => onUse(text)}>
          Use {text}
        </TinyButton>
      ))}
    </Group>
  )
}

/**
 * Below a figure that follows from others: the computed value, whether the
 * typed one differs, and a way to use it.
 */
export const ComputedNote = ({ name }: { name: FormFieldName }) => {
  const { editor } = useEditor()
  const { computed, typed, hint, isOverride } = useEditorState((state) => {
    const view = toFormView(state)
    return {
      computed: computedFor(name, view.form),
      typed: view.form[name],
      hint: hintFor(name, view),
      isOverride: isOverridden(name, view.form),
    }
  })
  const use = (value: number) => {
    editor.type(formKey, { [name]: formCodec.show(name, value) })
    editor.leave(name)
  }
  if (!hint && typeof computed !== 'number') return null
  return (
    <Stack gap={4} mt={4} c="dimmed" fz="xs">
      {typeof computed === 'number' && (
        <Agreement
          name={name}
          typed={typed}
          computed={computed}
          isOverride={isOverride}
          onUse={() => use(computed)}
        />
      )}
      {hint && <div>{hint}</div>}
    </Stack>
  )
}

/** Whether someone gave a reason for using the typed figure. */
export const isOverridden = (name: FormFieldName, form: PartialForm): boolean =>
  isCalculated(name) && figures.isOverridden(name, form)

type AgreementProps = {
  name: FormFieldName
  typed: unknown
  computed: number
  isOverride: boolean
  onUse?: () => void
}

export const Agreement = ({
  name,
  typed,
  computed,
  isOverride,
  onUse,
}: AgreementProps) => {
  const isTyped = typeof typed === 'number'
  const differs = isTyped && figures.disagrees(typed, computed)
  const text = fieldText(name, computed)
  return (
    <Group
      component="span"
      gap="4px 8px"
      c={differs ? amber : 'dimmed'}
      fw={differs ? 500 : 400}
      fz="xs"
    >
      <Group component="span" gap={4} wrap="nowrap">
        {differs && (
          <IconAlertTriangle size={14} style={{ flex: 'none' }} aria-hidden />
        )}
        {isTyped && !differs && (
          <IconCheck size={14} style={{ flex: 'none' }} aria-hidden />
        )}
        {agreementText({
          isTyped,
          differs,
          isOverride,
          isCalculated: isCalculated(name),
          text,
        })}
      </Group>
      {onUse && (differs || !isTyped) && (
        <Button size="compact-xs" variant="default" onClick={onUse}>
          Use calculated<VisuallyHidden> {text}</VisuallyHidden>
        </Button>
      )}
    </Group>
  )
}

type AgreementText = Record<
  'isTyped' | 'differs' | 'isOverride' | 'isCalculated',
  boolean
> & { text: string }

const agreementText = ({
  isTyped,
  differs,
  isOverride,
  isCalculated,
  text,
}: AgreementText): string => {
  if (!isTyped) return `Calculated ${text}`
  if (!differs) return `Matches calculated ${text}`
  if (isOverride) return `Override of calculated ${text}`
  return isCalculated
    ? `Doesn’t match calculated ${text}, which is used`
    : `Doesn’t match calculated ${text}`
}

type HintInput = { form: PartialForm; qualifiesBy: Qualifying | null }

/** What follows from the other fields, or why a field doesn't apply. */
export const hintFor = (
  name: FormFieldName,
  { form, qualifiesBy }: HintInput,
): string | null => {
  if (name === 'ltv') return ltvHint(form)
  if (name === 'cltv' || name === 'hcltv') return lienHint(name, form)
  if (name === 'dti') return dtiHint(form, qualifiesBy)
  if (name === 'dscr' && qualifiesBy !== 'DSCR')
    return 'DSCR applies only to DSCR programs'
  if (name === 'totalPostCloseReservesAmount') return reservesHint(form)
  if (name === 'proposedHousingPaymentAmount') return paymentHint(form)
  return null
}

const ltvHint = (form: PartialForm): string | null => {
  const basis = ltvBasis(form)
  if (!basis) return null
  const value = basis.isPrice ? 'purchase price' : 'appraised value'
  const lower = basis.isLower ? ', the lower of price and appraised value' : ''
  return `Based on the ${value} ${format.money(basis.amount)}${lower}`
}

const lienHint = (name: 'cltv' | 'hcltv', form: PartialForm): string | null => {
  if (!figures.lacksLien(name, form)) return null
  const lien =
    name === 'cltv' ? 'drawn second lien balance' : 'HELOC credit limit'
  return `Enter the ${lien} to calculate it`
}

const dtiHint = (
  form: PartialForm,
  qualifiesBy: Qualifying | null,
): string | null => {
  if (qualifiesBy === 'DSCR') return 'DTI does not apply to DSCR programs'
  return figures.residualExceedsIncome(form)
    ? 'The residual monthly income is above the monthly income used, so DTI can’t be calculated'
    : null
}

const reservesHint = (form: PartialForm): string | null => {
  const months = figures.reserveMonthsToRead(form)
  return months === null ? null : `${monthsText(months)} of PITIA`
}

const paymentHint = (form: PartialForm): string | null => {
  const shock = figures.paymentShock(form)
  if (shock === null) return null
  const percent = format.percent(Math.abs(shock))
  return `Payment shock ${format.signFor(shock)}${percent}`
}
