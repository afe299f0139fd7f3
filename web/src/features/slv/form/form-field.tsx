import { type FormFieldName, formFields, productsOf } from '@portal/contract/slv/form'
import * as model from '@portal/contract/slv/model'
import { memo, use } from 'react'
import { fieldIn, type Typed, valueNow } from '../../../lib/autosave/edits.ts'
import { fieldId } from '../../../ui/inputs/field-problems.tsx'
import { fieldLabel, fieldText } from '../shared/field-text.ts'
import { ComputedNote } from './computed-note.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { EditedContext, EditNote } from './edit-note.tsx'
import { formKey, formOf } from './editor.ts'
import classes from './form.module.css'
import { isOnForm, viewOf } from './form-view.ts'
import * as inputs from './inputs.tsx'
import { readField, shownValue } from './read-field.ts'
import { useEditor, useEditorState } from './use-editor.ts'

/** One field of the form. It renders again when its own part of the form changed, not when another is typed in. */
export const FormField = memo(({ name }: { name: FormFieldName }) => {
  const { editor, brandName } = useEditor()
  const label = fieldLabel(name, brandName)
  const edit = use(EditedContext)[name]
  const field = useEditorState((state) => {
    const edits = formOf(state)
    const view = viewOf(edits)
    const isNoticed = state.attempts > 0 || state.left.has(name)
    const error = isNoticed ? view.problems.find((problem) => problem.field === name)?.error : undefined
    // A missing value is shown after an attempt to send or after the field was cleared, not when the focus only passes through.
    const isUntouched = state.attempts === 0 && !(name in edits.typed)
    return {
      ...fieldIn(edits, name, readField, shownValue),
      isOnForm: isOnForm(name, view),
      isRequired: view.required.has(name),
      error: error === 'Required' && isUntouched ? undefined : error,
    }
  })
  if (!field.isOnForm) return null

  const isLong = formFields[name].kind === 'longText'
  return (
    <div
      className={[isLong && classes.wide, edit && classes.editedField].filter(Boolean).join(' ')}
      data-contested={field.isContested || undefined}
    >
      <FieldInput
        name={name}
        label={label}
        typed={field.shown}
        note={edit && <EditNote name={name} edit={edit} />}
        isRequired={field.isRequired}
        error={field.isContested ? 'Also changed by someone else' : field.error}
        onType={(typed) => editor.type(formKey, { [name]: typed })}
        onLeave={() => editor.leave(name)}
      />
      {field.isContested && (
        <ConflictNote
          sheet={formKey}
          name={name}
          label={label}
          field={field}
          text={(value) => fieldText(name, value)}
        />
      )}
      <ComputedNote name={name} />
    </div>
  )
})

const choicesOf: Partial<Record<FormFieldName, inputs.Choice[]>> = {
  buyerNonAgencyProgram: inputs.toChoices(model.programNames),
  state: inputs.toChoices(model.states),
  propertyType: model.propertyTypes.map((value) => ({ value, label: model.propertyTypeLabels[value] })),
  purpose: inputs.toChoices(model.purposes),
  occupancy: model.occupancies.map((value) => ({ value, label: model.occupancyLabels[value] })),
}

type FieldInputProps = Omit<inputs.InputProps, 'id' | 'shown' | 'onType'> & {
  name: FormFieldName
  typed: Typed
  onType: (typed: Typed) => void
}

const FieldInput = ({ name, typed, onType, ...rest }: FieldInputProps) => {
  const { editor } = useEditor()
  const program = useEditorState((state) => viewOf(formOf(state)).form.buyerNonAgencyProgram ?? null)
  const { kind } = formFields[name]
  const props = { ...rest, id: fieldId(name), shown: typeof typed === 'string' ? typed : '', onType }

  if (kind === 'flag') return <inputs.FlagInput {...props} shown={typeof typed === 'boolean' ? typed : null} />
  if (kind === 'money') return <inputs.NumberInput {...props} before="$" isGrouped />
  if (kind === 'percent') return <inputs.NumberInput {...props} after="%" />
  if (kind === 'coverage') return <inputs.NumberInput {...props} after="x" />
  if (kind === 'integer') return <inputs.NumberInput {...props} />
  if (kind === 'day') return <inputs.DayInput {...props} />
  if (kind === 'longText') return <inputs.LongInput {...props} />
  if (kind === 'phone') return <inputs.PlainInput {...props} mode="tel" placeholder="(213) 555-0142" />
  // Not of type email: a script can't set the caret in one.
  if (kind === 'email') return <inputs.PlainInput {...props} mode="email" />
  if (name === 'buyerNonAgencyProgram') {
    const choose = (next: string) => {
      onType(next)
      const [only = '', ...others] = productsOf(next)
      const product = valueNow(formOf(editor.get()), 'buyerNonAgencyProductName', readField)
      if (product === only || others.some((other) => other === product)) return
      editor.type(formKey, { buyerNonAgencyProductName: others.length === 0 ? only : '' })
    }
    return <inputs.ChoiceInput {...props} onType={choose} choices={choicesOf[name] ?? []} />
  }
  if (name === 'buyerNonAgencyProductName') {
    const emptyText = program ? 'No match' : 'Choose the program first'
    return <inputs.ChoiceInput {...props} choices={inputs.toChoices(productsOf(program))} emptyText={emptyText} />
  }
  if (kind === 'choice') return <inputs.ChoiceInput {...props} choices={choicesOf[name] ?? []} />
  return <inputs.PlainInput {...props} mode={name === 'zip' ? 'numeric' : 'text'} />
}
