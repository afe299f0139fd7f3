import { Button, Select } from '@mantine/core'
import type { Company } from '@portal/contract/user/manage-api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { useSetBdd } from '../manage-queries.ts'
import classes from '../people/people.module.css'
import { bddsQuery } from '../queries.ts'

type BddDialogProps = { company: Company; onClose: () => void }

/** Says who looks after a seller, or that nobody does for now. */
export const BddDialog = ({ company, onClose }: BddDialogProps) => {
  const people = useQuery({ ...bddsQuery, meta: { quiet: true } })
  const [bddId, setBddId] = useState(company.bdd?.id ?? null)
  const setBdd = useSetBdd()
  const known = people.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const present = company.bdd && !known.some(({ value }) => value === company.bdd?.id) ? [presentOf(company.bdd)] : []
  return (
    <FormDialog
      title={`Who looks after ${company.name}`}
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
      <p className={classes.note}>They see the SLVs of this seller, read-only, with the comments of both kinds.</p>
      <Select
        label="Business development director"
        placeholder={people.isPending ? 'Loading…' : 'Search by name'}
        data={[{ value: nobody, label: 'Nobody for now' }, ...known, ...present]}
        value={bddId ?? nobody}
        onChange={(id) => setBddId(id === nobody ? null : id)}
        allowDeselect={false}
        searchable
        limit={50}
        openOnFocus={false}
        data-autofocus
        nothingFoundMessage="Nobody of that name"
        error={people.isError && 'The directors could not be read'}
      />
    </FormDialog>
  )
}

/** In the select, which knows no null. */
const nobody = 'NOBODY'

const presentOf = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })
