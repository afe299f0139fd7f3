import { Button, Group, type GroupProps, Stack, Text } from '@mantine/core'
import * as figures from '@portal/contract/slv/figures'
import type { FormFieldName, FormSoFar } from '@portal/contract/slv/form'
import { isDscrProgram } from '@portal/contract/slv/model'
import { type FormFigures, formDifference } from '@portal/contract/slv-request/distance'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import * as format from '../../../lib/text/format.ts'
import { Unseen } from '../../../ui/unseen.tsx'
import { fieldText } from '../shared/field-text.ts'
import { formKey, formOf } from './editor.ts'
import { computedFor, ltvBasis, viewOf } from './form-view.ts'
import { formCodec } from './read-field.ts'
import { useEditor, useEditorState } from './use-editor.ts'

/** Below a figure that follows from others: the computed value, whether the typed one differs, and a way to use it. */
export const ComputedNote = ({ name }: { name: FormFieldName }) => {
  const { editor } = useEditor()
  const { computed, typed, hint } = useEditorState((state) => {
    const { form } = viewOf(formOf(state))
    return { computed: computedFor(name, form), typed: form[name], hint: hintFor(name, form) }
  })
  const use = (value: number) => {
    editor.type(formKey, { [name]: formCodec.show(name, value) })
    editor.leave(name)
  }
  if (!hint && typeof computed !== 'number') return null
  return (
    <Stack gap={4} mt={4} c="dimmed" fz="xs">
      {typeof computed === 'number' && (
        <Agreement name={name} typed={typed} computed={computed} onUse={() => use(computed)} />
      )}
      {hint && <div>{hint}</div>}
    </Stack>
  )
}

const amber = 'light-dark(#8f4a00, #ffc078)'

type AgreementProps = { name: FormFieldName; typed: unknown; computed: number; onUse?: () => void }

export const Agreement = ({ name, typed, computed, onUse }: AgreementProps) => {
  const isTyped = typeof typed === 'number'
  const differs = isTyped && figures.disagrees(typed, computed)
  const text = fieldText(name, computed)
  return (
    <Group component="span" gap="4px 8px" c={differs ? amber : 'dimmed'} fw={differs ? 500 : 400} fz="xs">
      <Group component="span" gap={4} wrap="nowrap">
        {differs && <IconAlertTriangle size={14} style={{ flex: 'none' }} aria-hidden />}
        {isTyped && !differs && <IconCheck size={14} style={{ flex: 'none' }} aria-hidden />}
        {differs ? `Differs from computed ${text}` : isTyped ? `Agrees with computed ${text}` : `Computed ${text}`}
      </Group>
      {onUse && (differs || !isTyped) && (
        <Button size="compact-xs" variant="default" onClick={onUse}>
          Use computed<Unseen> {text}</Unseen>
        </Button>
      )}
    </Group>
  )
}

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

type FormDifferenceProps = {
  variance: Parameters<typeof formDifference>[0]
  form: FormFigures
  children?: ReactNode
}

export const FormDifference = ({ variance, form, children }: FormDifferenceProps) => {
  const difference = formDifference(variance, form)
  return (
    difference && (
      <Warning mt={6}>
        {difference}
        {children}
      </Warning>
    )
  )
}

export const Warning = ({ children, ...rest }: GroupProps & { role?: string }) => (
  <Group
    gap={6}
    px="sm"
    py={6}
    bg="light-dark(#fff7ea, #2d2417)"
    c={amber}
    fz="sm"
    fw={500}
    style={{ borderRadius: 'var(--mantine-radius-sm)' }}
    {...rest}
  >
    <IconAlertTriangle size={14} aria-hidden />
    {children}
  </Group>
)

export const Quiet = ({ children }: { children: ReactNode }) => (
  <Text component="div" size="sm" c="dimmed">
    {children}
  </Text>
)
