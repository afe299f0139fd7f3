import { Select, Skeleton, Text, Textarea } from '@mantine/core'
import { required } from '@portal/contract/lib/fields'
import type { SlvOwner } from '@portal/contract/slv/list-api'
import { assignOwnedMessages } from '@portal/contract/slv/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { count } from '../../../lib/text/format.ts'
import { useProfile } from '../../../records/auth/queries.ts'
import { ownersQuery } from '../../../records/slv/owners-query.ts'
import { useAssignOwned } from '../../../records/slv/queries.ts'
import { sellersQuery } from '../../../records/user/queries.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { Loaded } from '../../../ui/message.tsx'
import { Hint } from '../../../ui/presets.ts'
import { PersonSelect } from './person-select.tsx'

type Chosen = { fromId: string | null; sellerId: string | null; reason: string }
const nothing: Chosen = { fromId: null, sellerId: null, reason: '' }

/** Reassigns all SLVs of a colleague, who may have left, in one step. */
export const AssignOwnedDialog = ({ onClose }: { onClose: () => void }) => {
  const owners = useQuery({ ...ownersQuery, staleTime: 0 })
  const [chosen, setChosen] = useState(nothing)
  const [wasSent, setWasSent] = useState(false)
  const { mutateAsync } = useAssignOwned()
  const owner = owners.data?.find(({ id }) => id === chosen.fromId)
  const change = (part: Partial<Chosen>) => setChosen({ ...chosen, ...part })
  const problem = (value: string | null) => wasSent && !value && required

  const submit = async () => {
    setWasSent(true)
    const { fromId, sellerId } = chosen
    const reason = chosen.reason.trim()
    if (!fromId || !sellerId || !reason)
      throw new Error('Fill in all fields to reassign the SLVs.')
    await mutateAsync({ fromId, sellerId, reason })
  }

  return (
    <FormDialog
      title={assignOwnedMessages.label}
      onClose={onClose}
      submitLabel={owner ? `Reassign ${toSlvs(owner)}` : 'Reassign'}
      onSubmit={submit}
    >
      <Hint>
        The new owner can do everything that the colleague could. The colleague
        can’t open these SLVs anymore, unless they view your whole company.
      </Hint>
      <Loaded
        what="the owners"
        query={owners}
        skeleton={<Skeleton height={56} role="status" aria-label="Loading" />}
      >
        {(people) => (
          <ColleagueSelect
            people={people}
            value={chosen.fromId}
            error={problem(chosen.fromId)}
            onChange={(fromId) => change({ fromId, sellerId: null })}
          />
        )}
      </Loaded>
      {owner && <Text role="status">{describeOwned(owner)}</Text>}
      <NewOwnerSelect
        fromId={chosen.fromId}
        value={chosen.sellerId}
        error={problem(chosen.sellerId)}
        onChange={(sellerId) => change({ sellerId })}
      />
      <Textarea
        label="Reason"
        description="Everyone who can open these SLVs sees it in the history."
        placeholder="Left the company"
        error={problem(chosen.reason.trim())}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={500}
        value={chosen.reason}
        onChange={(event) => change({ reason: event.currentTarget.value })}
        withAsterisk
      />
    </FormDialog>
  )
}

const toSlvs = ({ open, finished }: SlvOwner): string => {
  const total = open + finished
  return total === 1 ? '1 SLV' : `${count(total)} SLVs`
}

const describeOwned = (owner: SlvOwner): string =>
  `${owner.name} owns ${toSlvs(owner)}: ${count(owner.open)} open, ${count(owner.finished)} decided or withdrawn.`

type FieldProps = {
  value: string | null
  error: string | false
  onChange: (id: string | null) => void
}

type ColleagueSelectProps = FieldProps & { people: readonly SlvOwner[] }

/** Those who left first. */
const ColleagueSelect = ({ people, ...field }: ColleagueSelectProps) => {
  const toOptions = (isActive: boolean) =>
    people
      .filter((person) => person.isActive === isActive)
      .map(({ id, name }) => ({ value: id, label: name }))
  const groups = [
    { group: 'Deactivated', items: toOptions(false) },
    { group: 'Active', items: toOptions(true) },
  ]
  return (
    <Select
      {...field}
      label="Colleague"
      placeholder="Whose SLVs?"
      data={groups.filter(({ items }) => items.length > 0)}
      searchable
      limit={50}
      openOnFocus={false}
      nothingFoundMessage="No one by that name owns an SLV"
      data-autofocus
      withAsterisk
    />
  )
}

type NewOwnerSelectProps = FieldProps & { fromId: string | null }

const NewOwnerSelect = ({ fromId, ...field }: NewOwnerSelectProps) => {
  const { id: ownId } = useProfile()
  const sellers = useQuery({
    ...sellersQuery,
    select: (people) =>
      people
        .filter(({ id }) => id !== fromId)
        .map((person) =>
          person.id === ownId
            ? { ...person, name: `${person.name} (you)` }
            : person,
        ),
  })
  return (
    <PersonSelect
      {...field}
      label="New owner"
      placeholder="Who takes them?"
      people={sellers}
      limit={50}
      openOnFocus={false}
      withAsterisk
    />
  )
}
