import { Textarea } from '@mantine/core'
import { slvMoves } from '@portal/contract/slv/api'
import { Reopen } from '@portal/contract/slv/bodies'
import { Decision } from '@portal/contract/slv/status'
import type { SlvAction } from '@portal/contract/slv/transitions'
import type { Permission } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { z } from 'zod'
import { useFlush } from '../../../lib/autosave/pending-writes.tsx'
import { underwritersQuery } from '../../user/queries.ts'
import { FinalDecisionDialog } from '../decision/final-decision-dialog.tsx'
import { discardTyping } from '../form/use-editor.ts'
import { useMove } from '../queries.ts'
import { type ActionField, type ActionOf, actionTable, type DialogRow, isKind } from './action-table.tsx'
import { AssignDialog, PersonSelect } from './assign-dialog.tsx'
import { BpsInput, DecisionChoice } from './decision-inputs.tsx'
import { blankDocument, DocumentDraft, DocumentRows } from './document-rows.tsx'
import { ChangedNotice, type DialogProps, MoveDialog } from './move-dialog.tsx'
import { type DialogForm, useDialogForm } from './use-dialog-form.ts'

const text = z.string().default('')
const person = z.string().nullable().default(null)
const decision = Decision.nullable().default(null)

/** All that dialogs of actions ask for, while it is typed. Each uses what its fields name. */
const ActionValues = z.object({
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

const ActionFields = ({ fields, ...rest }: ActionFieldsProps) => {
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

export const ActionDialog = ({ action, ...props }: DialogProps & { action: SlvAction }) => {
  if (isKind(action, 'dialog')) return <FieldsDialog action={action} {...props} />
  if (isKind(action, 'assignment')) return <AssignSlvDialog action={action} {...props} />
  return isKind(action, 'final-decision') ? <FinalDecisionDialog {...props} /> : null
}

const FieldsDialog = ({ slv, action, onClose, onMoved }: DialogProps & { action: ActionOf<'dialog'> }) => {
  const { submit, text, fields = [], isDanger = false, size }: DialogRow = actionTable[action]
  const body = action === 'reopen' ? Reopen : slvMoves[action].body
  const { mutateAsync } = useMove(slv.id, action, () => {
    if (action === 'discard-draft') discardTyping(slv.id)
    onMoved()
  })
  const form = useDialogForm({
    name: `${slv.id} ${action}`,
    initial: ActionValues.parse({ priceAdjustment: slv.priceAdjustment }),
    typed: ActionValues,
    body,
  })
  return (
    <MoveDialog
      slv={slv}
      action={action}
      {...(size && { size })}
      isDanger={isDanger}
      submitLabel={submit}
      onClose={onClose}
      check={form.submit}
      onSend={() => mutateAsync(fields.length > 0 ? body.parse(form.values) : null)}
    >
      {text?.(slv)}
      <ActionFields slvId={slv.id} fields={fields} form={form} />
    </MoveDialog>
  )
}

const AssignSlvDialog = ({ slv, action, onClose, onMoved }: DialogProps & { action: ActionOf<'assignment'> }) => (
  <AssignDialog
    action={action}
    slvs={[slv]}
    isOver={!slv.availableActions.includes(action)}
    prepare={useFlush()}
    onAssigned={onMoved}
    onClose={onClose}
  >
    <ChangedNotice slv={slv} />
  </AssignDialog>
)
