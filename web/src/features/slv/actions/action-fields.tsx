import { Textarea } from '@mantine/core'
import { Decision } from '@portal/contract/slv/status'
import type { Permission } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { z } from 'zod'
import { underwritersQuery } from '../../user/queries.ts'
import type { ActionField } from './action-table.tsx'
import { BpsInput } from './bps-input.tsx'
import { DecisionChoice } from './decision-choice.tsx'
import { blankDocument, DocumentDraft, DocumentRows } from './document-rows.tsx'
import { PersonSelect } from './person-select.tsx'
import type { DialogForm } from './use-dialog-form.ts'

const text = z.string().default('')
const person = z.string().nullable().default(null)
const decision = Decision.nullable().default(null)

/** All that dialogs of actions ask for, while it is typed. Each uses what its fields name. */
export const ActionValues = z.object({
  statusComment: text,
  withdrawReason: text,
  reopenReason: text,
  underwriterManagerId: person,
  tradeDeskId: person,
  slrRecommendedDecision: decision,
  tdRecommendedDecision: decision,
  priceAdjustment: z.number().nullable().default(null),
  pendingDocuments: z.array(DocumentDraft).default([blankDocument]),
})
type ActionValues = z.infer<typeof ActionValues>

type ActionFieldsProps = { slvId: string; fields: readonly ActionField[]; form: DialogForm<ActionValues> }

/** The inputs of a dialog. A text has the focus, unless something is to be chosen or listed before it. */
export const ActionFields = ({ fields, ...rest }: ActionFieldsProps) => {
  const isTextFirst = fields.every(({ kind }) => kind === 'text' || kind === 'reviewer')
  return fields.map((field) => <FieldInput key={field.name} field={field} isFocused={isTextFirst} {...rest} />)
}

type FieldInputProps = Omit<ActionFieldsProps, 'fields'> & { field: ActionField; isFocused: boolean }

const FieldInput = ({ slvId, field, isFocused, form }: FieldInputProps) => {
  const { name } = field
  const { values } = form
  const input = form.field(name)
  switch (field.kind) {
    case 'text':
      return (
        <Textarea
          {...input}
          label={field.label}
          description={field.description}
          withAsterisk={!field.isOptional}
          autosize
          minRows={field.isOptional ? 2 : 3}
          maxRows={12}
          {...(isFocused && { 'data-autofocus': true })}
          value={values[field.name]}
          onChange={(event) => form.set({ [name]: event.currentTarget.value })}
        />
      )
    case 'reviewer':
      return (
        <ReviewerSelect
          {...input}
          permission={field.permission}
          value={values[field.name]}
          onChange={(value) => form.set({ [name]: value })}
        />
      )
    case 'decision':
      return (
        <DecisionChoice
          {...input}
          label="You recommend"
          withAsterisk
          value={values[field.name]}
          onChange={(value) => form.set({ [name]: value })}
        />
      )
    case 'price':
      return (
        <BpsInput
          {...input}
          label="Price Adjustment"
          description="In steps of 12.5. A negative value lowers the price."
          value={values[field.name]}
          onChange={(value) => form.set({ [name]: value })}
        />
      )
    case 'documents':
      return (
        <DocumentRows
          slvId={slvId}
          rows={values[field.name]}
          fieldOf={(path) => form.field(`${name}.${path}`)}
          onChange={(rows) => form.set({ [name]: rows })}
        />
      )
  }
}

type ReviewerSelectProps = Omit<ComponentProps<typeof PersonSelect>, 'people'> & { permission: Permission }

const ReviewerSelect = ({ permission, ...rest }: ReviewerSelectProps) => (
  <PersonSelect
    {...rest}
    label="Reviewer"
    placeholder="Anyone available"
    description="Leave empty to let any available reviewer take it."
    clearable
    people={useQuery(underwritersQuery(permission))}
  />
)
