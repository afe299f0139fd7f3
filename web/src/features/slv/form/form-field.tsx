import { civil } from '@portal/contract/sla/calendar'
import {
  type FormFieldName,
  formFields,
  getProducts,
  isActiveOn,
  type Programs,
} from '@portal/contract/slv/form'
import * as model from '@portal/contract/slv/model'
import { memo } from 'react'
import { fieldIn, type Typed, valueNow } from '../../../lib/autosave/edits.ts'
import type { Edit } from '../../../records/history/queries.ts'
import { fieldLabel, fieldText } from '../../../records/slv/field-text.ts'
import { fieldId } from '../../../ui/inputs/field-problems.tsx'
import { ConflictNote, conflictText } from './conflict-note.tsx'
import { formKey, toForm, useEditor, useEditorState } from './editor.ts'
import classes from './form.module.css'
import { isOnForm, toFormView } from './form-view.ts'
import { FieldInput, type FieldInputProps, toChoices } from './inputs.tsx'
import { ComputedNote, EditNote, Suggestions } from './notes.tsx'
import { formCodec } from './read-field.ts'

/**
 * One field of the form. It renders again when its own part of the form
 * changed, not when another is typed in.
 */
export const FormField = memo(
  ({ name, edit }: { name: FormFieldName; edit: Edit | undefined }) => {
    const { editor, slvId, brandName, isDraft } = useEditor()
    const label = fieldLabel(name, brandName)
    const field = useEditorState((state) => {
      const edits = toForm(state)
      const view = toFormView(state)
      const isNoticed = state.attempts > 0 || state.left.has(name)
      const error = isNoticed
        ? view.problems.find((problem) => problem.field === name)?.error
        : undefined
      // A missing value is shown after an attempt to send or after the field was
      // cleared, not when the focus only passes through.
      const isUntouched = state.attempts === 0 && !(name in edits.typed)
      return {
        ...fieldIn(edits, name, formCodec),
        isOnForm: isOnForm(name, view),
        isRequired: view.required.has(name),
        error: error === 'Required' && isUntouched ? undefined : error,
      }
    })
    if (!field.isOnForm) return null

    const isLong = formFields[name].kind === 'longText'
    return (
      <div
        className={[isLong && classes.wide, edit && classes.editedField]
          .filter(Boolean)
          .join(' ')}
        data-contested={field.isContested || undefined}
      >
        <RequestInput
          name={name}
          label={label}
          shown={field.shown}
          note={edit && <EditNote name={name} edit={edit} />}
          isRequired={field.isRequired}
          error={field.isContested ? conflictText(isDraft) : field.error}
          onType={(typed) => editor.type(formKey, { [name]: typed })}
          onLeave={() => editor.leave(name)}
        />
        {field.isContested && (
          <ConflictNote
            slvId={slvId}
            draft={editor}
            name={name}
            label={label}
            field={field}
            isOwn={isDraft}
            record={formKey}
            text={(value) => fieldText(name, value)}
          />
        )}
        {field.error && !field.isContested && (
          <Suggestions
            texts={field.suggestions}
            onUse={(text) => {
              editor.type(formKey, { [name]: text })
              editor.leave(name)
            }}
          />
        )}
        <ComputedNote name={name} />
      </div>
    )
  },
)

const choicesOf: Partial<Record<FormFieldName, FieldInputProps['choices']>> = {
  state: toChoices(model.states),
  propertyType: model.propertyTypes.map((value) => ({
    value,
    label: model.propertyTypeLabels[value],
  })),
  purpose: toChoices(model.purposes),
  occupancy: model.occupancies.map((value) => ({
    value,
    label: model.occupancyLabels[value],
  })),
}

/** The requestor is usually the person who types (WCAG 1.3.5). */
const autoCompletes: Partial<Record<FormFieldName, string>> = {
  requestorName: 'name',
  email: 'email',
  requestorPhoneNumber: 'tel',
}

/** The programs of the lock date, or of today; the chosen one stays. */
const listActive = (
  programs: Programs,
  chosen: string | null,
  lockDate: string | null,
) => {
  const day = lockDate ?? civil(new Date()).day
  return programs
    .filter((program) => program.name === chosen || isActiveOn(program, day))
    .map(({ name }) => name)
}

type RequestInputProps = Omit<FieldInputProps, 'id' | 'kind'> & {
  name: FormFieldName
}

const RequestInput = ({ name, ...field }: RequestInputProps) => {
  const props = {
    ...field,
    id: fieldId(name),
    kind: formFields[name].kind,
    choices: choicesOf[name],
    autoComplete: autoCompletes[name],
  }
  if (name === 'buyerNonAgencyProgram') return <ProgramInput {...props} />
  if (name === 'buyerNonAgencyProductName') return <ProductInput {...props} />
  return <FieldInput {...props} />
}

const useProgram = () =>
  useEditorState(
    (state) => toFormView(state).form.buyerNonAgencyProgram ?? null,
  )

/**
 * Another program's only product is chosen with it. Of several, the one that was
 * chosen stays; a product of another program is cleared.
 */
const ProgramInput = (props: FieldInputProps) => {
  const { editor } = useEditor()
  const program = useProgram()
  const lockDate = useEditorState(
    (state) => toFormView(state).form.originalLockDate ?? null,
  )
  const { programs } = editor.get().catalog
  const choose = (next: Typed) => {
    props.onType(next)
    const products = getProducts(String(next), programs)
    const [first = ''] = products
    const product = valueNow(
      toForm(editor.get()),
      'buyerNonAgencyProductName',
      formCodec.read,
    )
    if (product === first || products.some((one) => one === product)) return
    editor.type(formKey, {
      buyerNonAgencyProductName: products.length > 1 ? '' : first,
    })
  }
  return (
    <FieldInput
      {...props}
      choices={toChoices(listActive(programs, program, lockDate))}
      onType={choose}
    />
  )
}

const ProductInput = (props: FieldInputProps) => {
  const { editor } = useEditor()
  const program = useProgram()
  const products = getProducts(program, editor.get().catalog.programs)
  return (
    <FieldInput
      {...props}
      choices={toChoices(products)}
      emptyText={program ? 'No matches' : 'Choose the program first'}
    />
  )
}
