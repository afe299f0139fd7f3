import { MultiSelect, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { endSentence } from '@portal/contract/lib/sentences'
import { NewAnnouncement } from '@portal/contract/notification/model'
import { type Role, roleLabels, roles } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSchemaForm } from '../../lib/state/use-schema-form.ts'
import { count } from '../../lib/text/format.ts'
import { useCompanyChoices } from '../../records/user/use-company-choices.ts'
import { FormDialog } from '../../ui/dialogs.tsx'
import {
  recipientsQuery,
  useCreateAnnouncement,
} from './announcement-queries.ts'

/** UBDD is the same role as BDD, under the same label: one choice is both. */
const roleChoices = roles
  .filter((role) => role !== 'UBDD')
  .map((role) => ({ value: role, label: roleLabels[role] }))
const includeTwins = (chosen: readonly Role[]): Role[] =>
  chosen.includes('BDD') ? [...chosen, 'UBDD'] : [...chosen]

type Choice = { value: string; label: string }
type Draft = {
  title: string
  description: string
  roles: Role[]
  companies: Choice[]
}

const toBody = ({ roles, companies, ...typed }: Draft) => ({
  ...typed,
  roles: includeTwins(roles),
  companyIds: companies.map(({ value }) => value),
})

/**
 * Sends an announcement to everyone, or to people in some roles or companies.
 */
export const AnnouncementDialog = ({ onClose }: { onClose: () => void }) => {
  const { mutateAsync: create } = useCreateAnnouncement()
  const { form, check, submit } = useSchemaForm<Draft>({
    initialValues: { title: '', description: '', roles: [], companies: [] },
    schema: NewAnnouncement,
    toBody,
  })
  const draft = form.values
  const { roles: audienceRoles, companyIds } = toBody(draft)
  const { data } = useQuery(
    recipientsQuery({ roles: audienceRoles, companyIds }),
  )
  const recipients = data?.recipients
  const [isConfirming, setIsConfirming] = useState(false)

  if (isConfirming)
    return (
      <FormDialog
        title={
          recipients === undefined
            ? 'Send this announcement?'
            : `Send to ${peopleText(recipients)}?`
        }
        size="lg"
        onClose={onClose}
        submitLabel="Send"
        back={{ label: 'Back', onBack: () => setIsConfirming(false) }}
        onSubmit={() =>
          submit(async (values) => {
            await create(toBody(values))
            onClose()
          })
        }
        isSubmitFocused
      >
        <Summary draft={draft} />
      </FormDialog>
    )
  return (
    <FormDialog
      title="New announcement"
      size="lg"
      onClose={onClose}
      submitLabel="Continue"
      back={{ label: 'Cancel', onBack: onClose }}
      onSubmit={async () => {
        check()
        setIsConfirming(true)
      }}
      isSubmitDisabled={recipients === 0}
    >
      <Fields form={form} />
      <Text role="status" c="dimmed" mih="1.5em">
        {recipients !== undefined &&
          `${peopleText(recipients)} will get this announcement.`}
      </Text>
    </FormDialog>
  )
}

const Fields = ({ form }: { form: UseFormReturnType<Draft> }) => {
  const draft = form.values
  return (
    <>
      <TextInput
        label="Title"
        withAsterisk
        aria-required
        data-autofocus
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps('title')}
      />
      <Textarea
        label="Message"
        withAsterisk
        aria-required
        autosize
        minRows={3}
        maxRows={10}
        maxLength={1000}
        {...form.getInputProps('description')}
      />
      <MultiSelect
        label="Roles"
        placeholder={draft.roles.length === 0 ? 'All roles' : ''}
        data={roleChoices}
        value={draft.roles}
        onChange={(values) =>
          form.setFieldValue(
            'roles',
            roles.filter((role) => values.includes(role)),
          )
        }
        hidePickedOptions
        openOnFocus={false}
      />
      <CompaniesSelect
        values={draft.companies}
        onChange={(companies) => form.setFieldValue('companies', companies)}
      />
    </>
  )
}

/** What is about to be sent, and to whom. */
const Summary = ({ draft }: { draft: Draft }) => (
  <>
    <Text fw={500}>{draft.title}</Text>
    <Text style={{ whiteSpace: 'pre-wrap' }}>{draft.description}</Text>
    <Text c="dimmed">
      {audienceText(draft)} An announcement can’t be taken back. Those who get
      notifications by email also get this one by email.
    </Text>
  </>
)

const peopleText = (recipients: number): string =>
  recipients === 1 ? '1 person' : `${count(recipients)} people`

/** 'To: Seller, Underwriter at ACME Home Lending.' */
const audienceText = ({ roles: chosen, companies }: Draft): string => {
  const people =
    chosen.length === 0
      ? 'everyone'
      : chosen.map((role) => roleLabels[role]).join(', ')
  const places =
    companies.length === 0
      ? 'all companies'
      : companies.map(({ label }) => label).join(', ')
  return endSentence(`To ${people} at ${places}`)
}

type CompaniesSelectProps = {
  values: Choice[]
  onChange: (values: Choice[]) => void
}

const CompaniesSelect = ({ values, onChange }: CompaniesSelectProps) => {
  const { choices: found, field } = useCompanyChoices()
  const choices = [
    ...values,
    ...found.filter(
      ({ value }) => !values.some((chosen) => chosen.value === value),
    ),
  ]
  return (
    <MultiSelect
      {...field}
      label="Companies"
      placeholder={values.length === 0 ? 'All companies' : ''}
      data={choices}
      value={values.map(({ value }) => value)}
      onChange={(ids) =>
        onChange(choices.filter(({ value }) => ids.includes(value)))
      }
      maxValues={100}
      hidePickedOptions
    />
  )
}
