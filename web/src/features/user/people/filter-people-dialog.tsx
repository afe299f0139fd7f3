import { Button, MultiSelect, Select, SimpleGrid } from '@mantine/core'
import { Permission, permissionLabels, type Role, roleLabels, UserStatus } from '@portal/contract/user/model'
import { useState } from 'react'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { CompanySelect } from '../company/company-select.tsx'
import type { PeopleFilter } from './people-search.ts'

type FilterPeopleDialogProps = {
  filter: PeopleFilter
  /** What there is to choose from; one role alone is nothing to choose. */
  roles: readonly Role[]
  permissions: readonly Permission[]
  hasCompanies: boolean
  onFilter: (filter: PeopleFilter) => void
  onClose: () => void
}

/** Narrows the people. Nothing is applied, and the address stays, until 'Apply'. */
export const FilterPeopleDialog = (props: FilterPeopleDialogProps) => {
  const { roles, permissions, hasCompanies, onFilter, onClose } = props
  const [chosen, setChosen] = useState(props.filter)
  const choose = (change: Partial<PeopleFilter>) => setChosen({ ...chosen, ...change })

  return (
    <FormDialog
      title="Add Filters"
      isOpen
      onClose={onClose}
      submitLabel="Apply"
      onSubmit={async () => onFilter(chosen)}
      start={
        <Button variant="subtle" onClick={() => setChosen({})}>
          Clear All
        </Button>
      }
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        {roles.length > 1 && (
          <MultiSelect
            label="Role"
            placeholder={chosen.roles ? '' : 'Any role'}
            data={roles.map((role) => ({ value: role, label: roleLabels[role] }))}
            value={chosen.roles?.split(',') ?? []}
            onChange={(values) => choose({ roles: values.length > 0 ? values.join(',') : undefined })}
            clearable
            hidePickedOptions
            openOnFocus={false}
            clearButtonProps={{ 'aria-label': 'Clear role' }}
          />
        )}
        <Select
          label="Status"
          placeholder="Any status"
          data={statusChoices}
          value={chosen.status ?? null}
          onChange={(value) => choose({ status: value === null ? undefined : UserStatus.parse(value) })}
          clearable
          openOnFocus={false}
          clearButtonProps={{ 'aria-label': 'Clear status' }}
        />
        <Select
          label="Permission"
          placeholder="Any permission"
          data={permissions.map((key) => ({ value: key, label: permissionLabels[key] }))}
          value={chosen.permission ?? null}
          onChange={(value) => choose({ permission: value === null ? undefined : Permission.parse(value) })}
          searchable
          clearable
          openOnFocus={false}
          nothingFoundMessage="No such permission"
          clearButtonProps={{ 'aria-label': 'Clear permission' }}
        />
        {hasCompanies && (
          <CompanySelect value={chosen.companyId ?? null} onChange={(id) => choose({ companyId: id ?? undefined })} />
        )}
      </SimpleGrid>
    </FormDialog>
  )
}

const statusChoices = [
  { value: 'ACTIVE', label: 'Active' },
  { value: 'INACTIVE', label: 'Inactive' },
]
