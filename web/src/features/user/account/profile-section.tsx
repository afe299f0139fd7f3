import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { updateUser } from '@portal/contract/user/manage-api'
import { userMessages } from '@portal/contract/user/messages'
import { roleLabels } from '@portal/contract/user/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call } from '../../../lib/call.ts'
import { problemsOf } from '../../../lib/call-error.ts'
import { Facts } from '../../../ui/facts.tsx'
import { fieldId, focusField } from '../../../ui/inputs/field-problems.tsx'
import { Fields, Section } from '../../../ui/outline.tsx'
import { sessionQuery, useProfile } from '../../auth/queries.ts'

const fields = [
  { field: 'firstName', label: 'First name', autoComplete: 'given-name' },
  { field: 'lastName', label: 'Last name', autoComplete: 'family-name' },
  { field: 'phone', label: 'Phone', autoComplete: 'tel', type: 'tel' },
] as const
type Field = (typeof fields)[number]['field']

type Typed = Record<Field, string>
const bodyOf = ({ firstName, lastName, phone }: Typed) => ({ firstName, lastName, phone: phone.trim() || null })

export const ProfileSection = () => {
  const profile = useProfile()
  const queryClient = useQueryClient()
  const router = useRouter()
  const saved: Typed = { firstName: profile.firstName, lastName: profile.lastName, phone: profile.phone ?? '' }
  const [typed, setTyped] = useState(saved)
  const [wasSent, setWasSent] = useState(false)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => call(updateUser, { body: bodyOf(typed) }),
    meta: { ...userMessages.update, shown: [400] },
    onSuccess: async () => {
      setWasSent(false)
      const fresh = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
      await router.invalidate()
      if (fresh) setTyped({ firstName: fresh.firstName, lastName: fresh.lastName, phone: fresh.phone ?? '' })
    },
  })
  const isChanged = fields.some(({ field }) => typed[field] !== saved[field])
  const parsed = updateUser.body.safeParse(bodyOf(typed))
  const found = parsed.success
    ? problemsOf(error)
    : parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), error: message }))
  const problemOf = (field: Field) => (wasSent && found.find((problem) => problem.field === field)?.error) || null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSent(true)
    const first = parsed.success ? null : found[0]?.field
    if (first) focusField(first)
    else if (isChanged && !isPending) mutate()
  }
  const keeper =
    profile.signsInWith === 'LOAN_DOCK'
      ? 'Your email address and company come from LoanDock.'
      : 'Ask your administrator to change the rest.'

  return (
    <Section id="profile" title="Profile">
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Fields>
            {fields.map(({ field, ...input }) => (
              <TextInput
                {...input}
                key={field}
                id={fieldId(field)}
                value={typed[field]}
                error={problemOf(field)}
                onChange={({ currentTarget }) => {
                  setTyped({ ...typed, [field]: currentTarget.value })
                  if (error) reset()
                }}
              />
            ))}
          </Fields>
          <Facts
            facts={[
              { label: 'Email', value: profile.email },
              { label: 'Company', value: profile.companyName },
              {
                label: profile.roles.length > 1 ? 'Roles' : 'Role',
                value: profile.roles.map((role) => roleLabels[role]).join(', '),
              },
            ]}
          />
          <Text c="dimmed">{keeper}</Text>
          <Group gap="xs">
            <Button type="submit" loading={isPending} disabled={!isChanged}>
              Save
            </Button>
            {isChanged && (
              <Button variant="default" disabled={isPending} onClick={() => setTyped(saved)}>
                Undo
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
