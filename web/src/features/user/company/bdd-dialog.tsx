import { Button, Select, Text } from '@mantine/core'
import type { Company } from '@portal/contract/user/manage-api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { useSetBdd } from '../manage-queries.ts'
import { bddsQuery } from '../queries.ts'

type BddDialogProps = { company: Company; onClose: () => void }

export const BddDialog = ({ company, onClose }: BddDialogProps) => {
  const people = useQuery({ ...bddsQuery, meta: { quiet: true } })
  const [bddId, setBddId] = useState(company.bdd?.id ?? null)
  const setBdd = useSetBdd()
  const options = people.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const current =
    company.bdd && !options.some(({ value }) => value === company.bdd?.id)
      ? [{ value: company.bdd.id, label: company.bdd.name }]
      : []
  return (
    <FormDialog
      title={`Business development director for ${company.name}`}
      isOpen
      onClose={onClose}
      submitLabel="Save"
      isSubmitDisabled={bddId === (company.bdd?.id ?? null)}
      onSubmit={() => setBdd.mutateAsync({ companyId: company.id, bddId })}
      start={
        people.isError ? (
          <Button variant="default" loading={people.isFetching} onClick={() => void people.refetch()}>
            Try again
          </Button>
        ) : undefined
      }
    >
      <Text size="sm" c="dimmed">
        They can view this seller’s SLVs, with internal and external comments.
      </Text>
      <Select
        label="Business development director"
        placeholder={people.isPending ? 'Loading…' : 'Search by name'}
        data={[{ value: unassigned, label: 'No one for now' }, ...options, ...current]}
        value={bddId ?? unassigned}
        onChange={(id) => setBddId(id === unassigned ? null : id)}
        allowDeselect={false}
        searchable
        limit={50}
        openOnFocus={false}
        data-autofocus
        nothingFoundMessage="No one by that name"
        error={people.isError && 'Couldn’t load the directors'}
      />
    </FormDialog>
  )
}

/** The value in the select, which has no null. */
const unassigned = 'UNASSIGNED'
