import { Button, Select, Skeleton, Textarea } from '@mantine/core'
import { required } from '@portal/contract/lib/fields'
import type { HandOver, OpenWork } from '@portal/contract/user/manage-api'
import { type OpenWorkKind, openWorkLabels } from '@portal/contract/user/model'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasStatus } from '../../../lib/call-error.ts'
import { count } from '../../../lib/format.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { openWorkQuery } from '../manage-queries.ts'
import { askedKinds } from './asked-kinds.ts'
import classes from './person.module.css'

type HandOverDialogProps = {
  userId: string
  title: string
  text: string
  submitLabel: string
  isDanger?: boolean
  /** The work that is asked for; all that is open when left out. */
  kinds?: readonly OpenWorkKind[]
  /** What is to be kept with the change is asked for here too. */
  withNote?: boolean
  onSubmit: (handOver: HandOver, customMessage: string) => Promise<unknown>
  onClose: () => void
}

/** What the choice 'nobody in particular' is called inside the select. */
const queue = 'QUEUE'

/** Asks who takes over each kind of a person's open work, and does the change in the same step. */
export const HandOverDialog = (props: HandOverDialogProps) => {
  const { userId, title, text, submitLabel, isDanger = false, kinds, withNote = false, onSubmit, onClose } = props
  const queryClient = useQueryClient()
  const { data, isError, isFetching, refetch } = useQuery(openWorkQuery(userId))
  const [chosen, setChosen] = useState<HandOver>({})
  const [message, setMessage] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const work = data?.filter(({ kind }) => !kinds || kinds.includes(kind))
  const unsaid = work?.filter(({ kind }) => chosen[kind] === undefined)

  const submit = async () => {
    setWasSent(true)
    if (!unsaid) throw new Error('What is open has to be read first.')
    if (unsaid.some(isStuck)) throw new Error('Some of the work cannot be handed over yet.')
    if (unsaid.length > 0) throw new Error('Say who takes over the work.')
    try {
      await onSubmit(chosen, message.trim())
    } catch (error) {
      // Work came in since this was opened: what is asked is read anew.
      if (hasStatus(error, 409) && askedKinds(error).length > 0)
        await queryClient.invalidateQueries({ queryKey: openWorkQuery(userId).queryKey })
      throw error
    }
  }

  return (
    <FormDialog title={title} isOpen onClose={onClose} submitLabel={submitLabel} isDanger={isDanger} onSubmit={submit}>
      <p className={classes.note}>{text}</p>
      {!work && !isError && <Skeleton height={56} role="status" aria-label="Reading the open work" />}
      {!work && isError && (
        <div role="alert" className={classes.buttons}>
          <span className={classes.problem}>The open work could not be read.</span>
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {work?.length === 0 && <p className={classes.note}>No open work has to be handed over.</p>}
      {work?.map((one) => (
        <Successor
          key={one.kind}
          work={one}
          value={chosen[one.kind]}
          isMissing={wasSent && chosen[one.kind] === undefined}
          onChange={(id) => setChosen({ ...chosen, [one.kind]: id })}
        />
      ))}
      {withNote && <MessageField value={message} onChange={setMessage} isNote />}
    </FormDialog>
  )
}

/** What a seller owns and whom a director looks after wait in no queue. */
const isQueued = (kind: OpenWorkKind) => kind !== 'bdd' && kind !== 'seller'

/** Nobody may take it, and it may not be left. */
const isStuck = ({ successors, mayBeLeft }: OpenWork[number]) => successors.length === 0 && !mayBeLeft

type SuccessorProps = {
  work: OpenWork[number]
  /** Null is the queue, undefined nothing chosen yet. */
  value: string | null | undefined
  /** It was sent without. */
  isMissing: boolean
  onChange: (id: string | null | undefined) => void
}

const Successor = ({ work, value, isMissing, onChange }: SuccessorProps) => {
  const { kind, count: amount, mayBeLeft, successors } = work
  const nobody = isStuck(work)
  return (
    <Select
      label={`${openWorkLabels[kind]}: ${count(amount)}`}
      placeholder="Who takes over?"
      error={
        nobody
          ? 'Nobody can take this over yet: somebody else needs the role or the permission for it first.'
          : isMissing && required
      }
      disabled={nobody}
      data={[
        ...(mayBeLeft ? [{ value: queue, label: isQueued(kind) ? 'Back to the queue' : 'Nobody for now' }] : []),
        ...successors.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value === null ? queue : (value ?? null)}
      onChange={(next) => onChange(next === queue ? null : (next ?? undefined))}
      searchable
      limit={50}
      openOnFocus={false}
      nothingFoundMessage="Nobody of that name"
      withAsterisk
    />
  )
}

type MessageFieldProps = {
  value: string
  onChange: (message: string) => void
  /** Nobody is told: it is kept with the change alone. */
  isNote?: boolean
}

/** What the person is told with the change, in the words of whoever makes it. */
export const MessageField = ({ value, onChange, isNote = false }: MessageFieldProps) => (
  <Textarea
    label={isNote ? 'Note' : 'Message'}
    description={
      isNote
        ? 'Optional. It is kept with the change, for those of your own company and of the buyer who look after people. The person is not told it.'
        : 'Optional. The person reads it in their notification; it is kept with the change.'
    }
    autosize
    minRows={1}
    maxRows={8}
    maxLength={500}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
