import { Select, Skeleton, Textarea } from '@mantine/core'
import { required } from '@portal/contract/lib/fields'
import type { HandOver, OpenWork } from '@portal/contract/user/manage-api'
import { type OpenWorkKind, openWorkLabels } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { count } from '../../../lib/text/format.ts'
import { openWorkQuery } from '../../../records/user/manage-queries.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { Loaded } from '../../../ui/message.tsx'
import { Hint } from '../../../ui/presets.ts'

type HandOverDialogProps = {
  userId: string
  title: string
  text: string
  submitLabel: string
  isDanger?: boolean
  kinds?: readonly OpenWorkKind[]
  withNote?: boolean
  onSubmit: (handOver: HandOver, customMessage: string) => Promise<unknown>
  onClose: () => void
}

/** The value of 'Back to the queue' in the select, which has no null. */
const queue = 'QUEUE'

export const HandOverDialog = (props: HandOverDialogProps) => {
  const {
    userId,
    title,
    text,
    submitLabel,
    isDanger = false,
    kinds,
    withNote = false,
    onSubmit,
    onClose,
  } = props
  const query = useQuery(openWorkQuery(userId))
  const [chosen, setChosen] = useState<HandOver>({})
  const [message, setMessage] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const work = query.data?.filter(({ kind }) => !kinds || kinds.includes(kind))
  const missing = work?.filter(({ kind }) => chosen[kind] === undefined)

  const submit = async () => {
    setWasSent(true)
    if (!missing) throw new Error('The open work is still loading.')
    if (missing.some(isStuck))
      throw new Error('Some of the work can’t be reassigned yet.')
    if (missing.length > 0)
      throw new Error('Choose who takes over the open work.')
    await onSubmit(chosen, message.trim())
  }

  return (
    <FormDialog
      title={title}
      onClose={onClose}
      submitLabel={submitLabel}
      isDanger={isDanger}
      onSubmit={submit}
    >
      <Hint>{text}</Hint>
      <Loaded
        what="the open work"
        query={query}
        skeleton={
          <Skeleton
            height={56}
            role="status"
            aria-label="Loading the open work"
          />
        }
      >
        {() =>
          work?.length === 0 && <Hint>There is no open work to reassign.</Hint>
        }
      </Loaded>
      {work?.map((one) => (
        <Successor
          key={one.kind}
          work={one}
          value={chosen[one.kind]}
          isMissing={wasSent && chosen[one.kind] === undefined}
          onChange={(id) => setChosen({ ...chosen, [one.kind]: id })}
        />
      ))}
      {withNote && (
        <MessageField value={message} onChange={setMessage} isNote />
      )}
    </FormDialog>
  )
}

/**
 * Work that can wait in a queue: not a seller's SLVs, nor a director's sellers.
 */
const isQueued = (kind: OpenWorkKind) => kind !== 'bdd' && kind !== 'seller'

const isStuck = ({ successors, mayBeLeft }: OpenWork[number]) =>
  successors.length === 0 && !mayBeLeft

type SuccessorProps = {
  work: OpenWork[number]
  value: string | null | undefined
  isMissing: boolean
  onChange: (id: string | null | undefined) => void
}

const Successor = ({ work, value, isMissing, onChange }: SuccessorProps) => {
  const { kind, mayBeLeft, successors } = work
  const stuck =
    isStuck(work) &&
    'No one can take this over yet. Someone else needs the role or the permission first.'
  const left = {
    value: queue,
    label: isQueued(kind) ? 'Back to the queue' : 'Unassigned',
  }
  return (
    <Select
      label={`${openWorkLabels[kind]}: ${count(work.count)}`}
      placeholder="Who takes over?"
      error={stuck || (isMissing && required)}
      disabled={isStuck(work)}
      data={[
        ...(mayBeLeft ? [left] : []),
        ...successors.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value === null ? queue : (value ?? null)}
      onChange={(next) => onChange(next === queue ? null : (next ?? undefined))}
      searchable
      limit={50}
      openOnFocus={false}
      nothingFoundMessage="No one by that name"
      withAsterisk
    />
  )
}

type MessageFieldProps = {
  value: string
  onChange: (message: string) => void
  isNote?: boolean
}

/**
 * A message to the person; a note is kept with the change and not sent to them.
 */
export const MessageField = ({
  value,
  onChange,
  isNote = false,
}: MessageFieldProps) => (
  <Textarea
    label={isNote ? 'Note' : 'Message'}
    description={
      isNote
        ? 'Optional. It is kept with the change and shown to administrators at your company and the buyer, not to this person.'
        : 'Optional. This person sees it in their notification, and it is kept with the change.'
    }
    autosize
    minRows={1}
    maxRows={8}
    maxLength={500}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
