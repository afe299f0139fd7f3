import { MultiSelect, Textarea, TextInput } from '@mantine/core'
import { problemsOf } from '@portal/contract/lib/problems'
import { NewAnnouncement } from '@portal/contract/notification/model'
import { type Role, roleLabels, roles } from '@portal/contract/user/model'
import { useCheckedFields } from '../../lib/state/use-fields.ts'
import { FormDialog } from '../../ui/dialogs.tsx'
import { useCompanyChoices } from '../user/shared/use-company-choices.ts'
import { useCreateAnnouncement } from './announcement-queries.ts'

/** UBDD is the same role as BDD, under the same label. */
const roleChoices = roles.filter((role) => role !== 'UBDD').map((role) => ({ value: role, label: roleLabels[role] }))
const withTwins = (chosen: readonly Role[]): Role[] =>
  chosen.flatMap((role): Role[] => (role === 'BDD' ? ['BDD', 'UBDD'] : [role]))

type Choice = { value: string; label: string }
type Draft = { title: string; description: string; roles: Role[]; companies: Choice[] }

const bodyOf = ({ roles, companies, ...typed }: Draft) => ({
  ...typed,
  roles: withTwins(roles),
  companyIds: companies.map(({ value }) => value),
})

const problemsIn = (draft: Draft) => problemsOf(NewAnnouncement.safeParse(bodyOf(draft)).error?.issues ?? [])

/** Sends an announcement to everyone, or to people in some roles or companies. */
export const AnnouncementDialog = ({ onClose }: { onClose: () => void }) => {
  const { mutateAsync: create } = useCreateAnnouncement()
  const { draft, change, text, check } = useCheckedFields<Draft>(
    { title: '', description: '', roles: [], companies: [] },
    problemsIn,
  )
  const submit = async () => {
    check()
    await create(bodyOf(draft))
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
        {...text('title')}
      />
      <Textarea
        label="Message"
        withAsterisk
        aria-required
        autosize
        minRows={3}
        maxRows={10}
        maxLength={1000}
        {...text('description')}
      />
      <MultiSelect
        label="Roles"
        placeholder={draft.roles.length === 0 ? 'All roles' : ''}
        data={roleChoices}
        value={draft.roles}
        onChange={(values) => change({ roles: roles.filter((role) => values.includes(role)) })}
        hidePickedOptions
        openOnFocus={false}
      />
      <CompaniesSelect values={draft.companies} onChange={(companies) => change({ companies })} />
    </FormDialog>
  )
}

type CompaniesSelectProps = { values: Choice[]; onChange: (values: Choice[]) => void }

const CompaniesSelect = ({ values, onChange }: CompaniesSelectProps) => {
  const { choices: found, field } = useCompanyChoices()
  const choices = [...values, ...found.filter(({ value }) => values.every((one) => one.value !== value))]
  return (
    <MultiSelect
      {...field}
      label="Companies"
      placeholder={values.length === 0 ? 'All companies' : ''}
      data={choices}
      value={values.map(({ value }) => value)}
      onChange={(ids) => onChange(choices.filter(({ value }) => ids.includes(value)))}
      maxValues={100}
      hidePickedOptions
    />
  )
}
