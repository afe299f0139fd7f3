import { Textarea } from '@mantine/core'
import { checkFields, type Problem } from '@portal/contract/lib/errors'
import { required } from '@portal/contract/lib/fields'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { Decision } from '@portal/contract/slv/status'
import type { Permission } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ZodType, z } from 'zod'
import { getProblems } from '../../../lib/call-error.ts'
import { draftStorage } from '../../../lib/stored-text.ts'
import { underwritersQuery } from '../../../records/user/queries.ts'
import { fieldId, focusField } from '../../../ui/inputs/field-problems.tsx'
import { PriceNote } from '../decision/price/price-note.tsx'
import { blankDocument, DocumentDraft, DocumentRows } from './document-rows.tsx'
import { BpsInput, DecisionChoice } from './inputs.tsx'
import { PersonSelect } from './person-select.tsx'

const text = z.string().default('')
const person = z.string().nullable().default(null)
const decision = Decision.nullable().default(null)

/**
 * Everything that the dialogs of an SLV ask for, while it is typed. Each dialog
 * uses what its fields name.
 */
const DialogValues = z.object({
  statusComment: text,
  withdrawReason: text,
  withdrawDeclineReason: text,
  reopenReason: text,
  reason: text,
  currentGuideline: text,
  comment: text,
  deleteComment: text,
  underwriterManagerId: person,
  tradeDeskId: person,
  decision,
  slrRecommendedDecision: decision,
  tdRecommendedDecision: decision,
  // Text is what isn't a number; the body refuses it.
  priceAdjustment: z.union([z.number(), z.string()]).nullable().default(null),
  pendingDocuments: z.array(DocumentDraft).default([blankDocument]),
})
type DialogValues = z.infer<typeof DialogValues>

/** The names of the values of one type. */
type NamesOf<T> = {
  [Name in keyof DialogValues]: DialogValues[Name] extends T ? Name : never
}[keyof DialogValues]

/** A field of a dialog. `name` is its name in the body of the call. */
export type DialogField =
  | {
      kind: 'text'
      name: NamesOf<string>
      label: string
      description?: string
      isOptional?: boolean
    }
  | {
      kind: 'reviewer'
      name: 'underwriterManagerId' | 'tradeDeskId'
      permission: Permission
    }
  | { kind: 'decision'; name: NamesOf<Decision | null>; label: string }
  | { kind: 'price'; name: 'priceAdjustment' }
  | { kind: 'documents'; name: 'pendingDocuments' }

type FormOptions = {
  /**
   * The key of the draft that is kept until it is sent, also when the session
   * ends.
   */
  name: string
  initial?: Partial<DialogValues>
  /** Checks the values before they are sent. */
  body: ZodType
}

const inDialog = (field: string) => `dialog.${field}`

export const useDialogForm = ({ name, initial = {}, body }: FormOptions) => {
  const [storage] = useState(() =>
    draftStorage(sessionStorage, name, DialogValues),
  )
  const [values, setValues] = useState(
    () => storage.read() ?? DialogValues.parse(initial),
  )
  const [problems, setProblems] = useState<readonly Problem[]>([])

  const drop = () => storage.write(null)
  const set = (part: Partial<DialogValues>) => {
    const next = { ...values, ...part }
    setValues(next)
    storage.write(next)
    setProblems(
      problems.filter(
        ({ field }) => !Object.hasOwn(part, field.split('.')[0] ?? ''),
      ),
    )
  }
  const show = (shown: readonly Problem[]) => {
    setProblems(shown)
    const [first] = shown
    if (first) requestAnimationFrame(() => focusField(inDialog(first.field)))
  }
  const submit = async (send: (values: DialogValues) => Promise<unknown>) => {
    const checked = body.safeParse(values)
    if (!checked.success) {
      // A field without a choice is required, however the schema says it.
      const isEmpty = ([first]: PropertyKey[]) =>
        new Map<PropertyKey, unknown>(Object.entries(values)).get(
          first ?? '',
        ) === null
      show(
        checked.error.issues.map(({ path, message }) => ({
          field: path.join('.'),
          error: isEmpty(path) ? required : message,
        })),
      )
      throw new Error(checkFields)
    }
    try {
      await send(values)
      drop()
    } catch (error) {
      show(getProblems(error))
      throw error
    }
  }
  const field = (path: string) => ({
    id: fieldId(inDialog(path)),
    error: problems.find((problem) => problem.field === path)?.error,
  })

  return { values, set, submit, field, drop }
}

type DialogForm = ReturnType<typeof useDialogForm>

type DialogFieldsProps = {
  slv: SlvDetail
  fields: readonly DialogField[]
  form: DialogForm
}

export const DialogFields = ({ fields, ...rest }: DialogFieldsProps) => {
  const isTextFirst = fields.every(
    ({ kind }) => kind === 'text' || kind === 'reviewer',
  )
  return fields.map((field) => (
    <FieldInput
      key={field.name}
      field={field}
      isFocused={isTextFirst}
      {...rest}
    />
  ))
}

type FieldInputProps = Omit<DialogFieldsProps, 'fields'> & {
  field: DialogField
  isFocused: boolean
}

const FieldInput = ({ slv, field, isFocused, form }: FieldInputProps) => {
  const { values } = form
  const props = {
    ...form.field(field.name),
    onChange: (value: DialogValues[DialogField['name']]) =>
      form.set({ [field.name]: value }),
  }
  switch (field.kind) {
    case 'text':
      return (
        <Textarea
          {...props}
          label={field.label}
          description={field.description}
          withAsterisk={!field.isOptional}
          autosize
          minRows={field.isOptional ? 2 : 3}
          maxRows={12}
          data-autofocus={isFocused || undefined}
          value={values[field.name]}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        />
      )
    case 'reviewer':
      return (
        <ReviewerSelect
          {...props}
          permission={field.permission}
          value={values[field.name]}
        />
      )
    case 'decision':
      return (
        <DecisionChoice
          {...props}
          label={field.label}
          withAsterisk
          isFocused
          value={values[field.name]}
        />
      )
    case 'price':
      return <PriceInput {...props} slv={slv} value={values[field.name]} />
    case 'documents':
      return (
        <DocumentRows
          slvId={slv.id}
          rows={values[field.name]}
          fieldOf={(path) => form.field(`${field.name}.${path}`)}
          onChange={props.onChange}
        />
      )
  }
}

type PriceInputProps = Pick<
  Parameters<typeof BpsInput>[0],
  'id' | 'error' | 'value' | 'onChange'
> & {
  slv: SlvDetail
}

/** The trade desk's price, beside the one that the price grid suggests. */
const PriceInput = ({ slv, ...input }: PriceInputProps) => (
  <BpsInput
    {...input}
    label="Price Adjustment"
    description={
      <>
        In steps of 12.5. A negative value lowers the price.{' '}
        <PriceNote
          price={typeof input.value === 'number' ? input.value : null}
          suggested={slv.suggestedPrice?.total ?? null}
          loanAmount={slv.loanAmount}
          onUse={input.onChange}
        />
      </>
    }
  />
)

type ReviewerSelectProps = Pick<
  Parameters<typeof PersonSelect>[0],
  'id' | 'error' | 'value' | 'onChange'
> & {
  permission: Permission
}

const ReviewerSelect = ({ permission, ...rest }: ReviewerSelectProps) => (
  <PersonSelect
    {...rest}
    label="Reviewer"
    placeholder="Anyone available"
    description="Leave blank to let any available reviewer take it."
    clearable
    people={useQuery(underwritersQuery(permission))}
  />
)
