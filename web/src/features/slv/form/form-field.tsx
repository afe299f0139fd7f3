import { type FormFieldName, formFields, productsOf } from '@portal/contract/slv/form'
import { memo, type ReactNode } from 'react'
import { fieldId } from '../../../ui/field-problems.tsx'
import { useBranding } from '../../auth/queries.ts'
import { fieldLabel, fieldText } from '../field-text.ts'
import { ChoiceInput, FlagInput } from './choice-inputs.tsx'
import { ComputedNote } from './computed-note.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { EditNote } from './edit-note.tsx'
import { useEdit } from './edited.ts'
import { choicesOf } from './field-choices.ts'
import classes from './form.module.css'
import { isOnForm, viewOf } from './form-view.ts'
import { readField, shownValue } from './read-field.ts'
import { formKey } from './save-pass.ts'
import { DayInput, LongInput, NumberInput, PlainInput } from './text-inputs.tsx'
import { useEditor, useEditorState } from './use-editor.ts'
import type { Typed } from './values.ts'

/** One field of the form. It draws again when its own part of the form changed, and not when another is typed in. */
export const FormField = memo(({ name }: { name: FormFieldName }) => {
  const { editor, buyerLoan } = useEditor()
  const { name: brandName } = useBranding()
  const field = useEditorState((state) => {
    const view = viewOf(state.form, buyerLoan)
    const isTold = state.attempts > 0 || state.left.has(name)
    const error = isTold
      ? (view.unsavable.get(name) ?? view.problems.find((problem) => problem.field === name)?.error)
      : undefined
    return {
      isOnForm: isOnForm(name, view),
      shown: shownTyped(name, state.form.typed[name], view.form[name], state.form.base[name] ?? null),
      isRequired: view.required.has(name),
      // What is missing is told after a try to send, or where somebody emptied it; never for just passing by.
      error: error === 'Required' && state.attempts === 0 && !(name in state.form.typed) ? undefined : error,
      isContested: state.form.contested.includes(name),
    }
  })
  const edit = useEdit(name)
  if (!field.isOnForm) return null

  const isLong = formFields[name].kind === 'longText'
  return (
    <div
      className={[isLong && classes.wide, edit && classes.editedField].filter(Boolean).join(' ')}
      data-contested={field.isContested || undefined}
    >
      <FieldInput
        name={name}
        label={fieldLabel(name, brandName)}
        typed={field.shown}
        note={edit && <EditNote name={name} edit={edit} />}
        isRequired={field.isRequired}
        error={field.isContested ? 'Changed by somebody else too' : field.error}
        onType={(typed) => editor.type(name, typed)}
        onLeave={() => editor.leave(name)}
      />
      {field.isContested && (
        <ConflictNote
          sheet={formKey}
          name={name}
          label={fieldLabel(name, brandName)}
          tell={(value) => fieldText(name, value)}
        />
      )}
      <ComputedNote name={name} />
    </div>
  )
})

/** Typed text that cannot be read stays as it is; what can is shown as it was understood. */
const shownTyped = (
  name: FormFieldName,
  typed: Typed | undefined,
  value: Typed | number | undefined,
  base: Typed | number,
): Typed => {
  if (typed === undefined) return shownValue(name, base)
  return 'error' in readField(name, typed) ? typed : shownValue(name, value)
}

type FieldInputProps = {
  name: FormFieldName
  label: string
  typed: Typed
  note: ReactNode
  isRequired: boolean
  error: string | undefined
  onType: (typed: Typed) => void
  onLeave: () => void
}

const FieldInput = ({ name, typed, onType, ...rest }: FieldInputProps) => {
  const { editor, buyerLoan } = useEditor()
  const program = useEditorState((state) => viewOf(state.form, buyerLoan).form.buyerNonAgencyProgram ?? null)
  const { kind } = formFields[name]
  const props = { ...rest, id: fieldId(name), shown: typeof typed === 'string' ? typed : '', onType }

  if (kind === 'flag') return <FlagInput {...props} shown={typeof typed === 'boolean' ? typed : null} />
  if (kind === 'money') return <NumberInput {...props} before="$" isGrouped />
  if (kind === 'percent') return <NumberInput {...props} after="%" />
  if (kind === 'coverage') return <NumberInput {...props} after="x" />
  if (kind === 'integer') return <NumberInput {...props} />
  if (kind === 'day') return <DayInput {...props} />
  if (kind === 'longText') return <LongInput {...props} />
  if (kind === 'phone') return <PlainInput {...props} type="tel" mode="tel" placeholder="(213) 555-0142" />
  if (kind === 'email') return <PlainInput {...props} type="email" mode="email" />
  if (name === 'buyerNonAgencyProgram') {
    const choose = (next: string) => {
      onType(next)
      const products = productsOf(next)
      const [only] = products
      if (
        products.includes(
          String(editor.get().form.typed.buyerNonAgencyProductName ?? editor.get().form.base.buyerNonAgencyProductName),
        )
      )
        return
      editor.type('buyerNonAgencyProductName', products.length === 1 && only ? only : '')
    }
    return <ChoiceInput {...props} onType={choose} choices={choicesOf[name] ?? []} />
  }
  if (name === 'buyerNonAgencyProductName') {
    const choices = productsOf(program).map((value) => ({ value, label: value }))
    return <ChoiceInput {...props} choices={choices} emptyText={program ? 'No match' : 'Choose the program first'} />
  }
  if (kind === 'choice') return <ChoiceInput {...props} choices={choicesOf[name] ?? []} />
  return <PlainInput {...props} {...(name === 'zip' && { mode: 'numeric' as const })} />
}
