import { MultiSelect, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { NewAnnouncement } from '@portal/contract/notification/model'
import { type Role, roleLabels, roles } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../ui/dialogs.tsx'
import { companyNamesQuery, useCreateAnnouncement } from './announcement-queries.ts'

/** UBDD is the same role as BDD, under the same label. */
const roleChoices = roles.filter((role) => role !== 'UBDD').map((role) => ({ value: role, label: roleLabels[role] }))
const withTwins = (chosen: readonly Role[]): Role[] =>
  chosen.flatMap((role): Role[] => (role === 'BDD' ? ['BDD', 'UBDD'] : [role]))

/** Sends an announcement to everyone, or to people in some roles or companies. */
export const AnnouncementDialog = ({ onClose }: { onClose: () => void }) => {
  const { mutateAsync: create } = useCreateAnnouncement()
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [chosenRoles, setChosenRoles] = useState<Role[]>([])
  const [companies, setCompanies] = useState<Choice[]>([])
  const [wasSent, setWasSent] = useState(false)
  const typed = { title, description, roles: withTwins(chosenRoles), companyIds: companies.map(({ value }) => value) }
  const { error } = NewAnnouncement.safeParse(typed)
  const problemOf = (field: string) => wasSent && error?.issues.find(({ path }) => path[0] === field)?.message
  const submit = async () => {
    setWasSent(true)
    if (error) throw new Error('Check the highlighted fields')
    await create(typed)
  }

  return (
    <FormDialog title="New announcement" size="lg" onClose={onClose} submitLabel="Send" onSubmit={submit}>
      <TextInput
        label="Title"
        withAsterisk
        aria-required
        data-autofocus
        maxLength={100}
        autoComplete="off"
        value={title}
        error={problemOf('title')}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <Textarea
        label="Message"
        withAsterisk
        aria-required
        autosize
        minRows={3}
        maxRows={10}
        maxLength={1000}
        value={description}
        error={problemOf('description')}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      <MultiSelect
        label="Roles"
        placeholder={chosenRoles.length === 0 ? 'All roles' : ''}
        data={roleChoices}
        value={chosenRoles}
        onChange={(values) => setChosenRoles(roles.filter((role) => values.includes(role)))}
        hidePickedOptions
        openOnFocus={false}
      />
      <CompaniesSelect values={companies} onChange={setCompanies} />
    </FormDialog>
  )
}

type Choice = { value: string; label: string }
type CompaniesSelectProps = { values: Choice[]; onChange: (values: Choice[]) => void }

const CompaniesSelect = ({ values, onChange }: CompaniesSelectProps) => {
  const [search, setSearch] = useState('')
  const [wanted] = useDebouncedValue(search.trim(), 200)
  const { data, isError, isPending } = useQuery(companyNamesQuery(wanted))
  const found = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const others = found.filter(({ value }) => values.every((one) => one.value !== value))
  const choices = [...values, ...others]
  return (
    <MultiSelect
      label="Companies"
      placeholder={values.length === 0 ? 'All companies' : ''}
      data={choices}
      value={values.map(({ value }) => value)}
      onChange={(ids) => onChange(choices.filter(({ value }) => ids.includes(value)))}
      maxValues={100}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      hidePickedOptions
      openOnFocus={false}
      error={isError && 'Couldn’t load the companies'}
      nothingFoundMessage={isPending ? 'Loading…' : 'No matching companies'}
    />
  )
}
