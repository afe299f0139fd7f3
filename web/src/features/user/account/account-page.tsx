import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { endOtherSessions, endSession } from '@portal/contract/auth/tpr-api'
import { updateUser } from '@portal/contract/user/manage-api'
import { userMessages } from '@portal/contract/user/messages'
import { roleLabels } from '@portal/contract/user/model'
import { managesPeople } from '@portal/contract/user/policy'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { z } from 'zod'
import { call } from '../../../lib/call.ts'
import { getProblems } from '../../../lib/call-error.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { useStoredText } from '../../../lib/stored-text.ts'
import { dateTime } from '../../../lib/text/format.ts'
import { LeaveGuard } from '../../../records/auth/leave-guard.tsx'
import {
  sessionQuery,
  toActor,
  useProfile,
} from '../../../records/auth/queries.ts'
import { ownDataAddress } from '../../../records/retention/queries.ts'
import { Facts } from '../../../ui/facts.tsx'
import { fieldId, focusField } from '../../../ui/inputs/field-problems.tsx'
import { Fields, Section } from '../../../ui/outline.tsx'
import { focusPageTitle, Page, PageHeader } from '../../../ui/page.tsx'
import { Hint, SecondaryButton } from '../../../ui/presets.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { InviteButton } from '../shared/invite-button.tsx'
import { describeDevice } from './device-text.ts'
import { AccountRow, AccountRows, FactorsSection } from './factors-section.tsx'
import { sessionsQuery } from './queries.ts'

const ChangePasswordDialog = lazy(
  () => import('./change-password-dialog.tsx'),
  'ChangePasswordDialog',
)

export const AccountPage = () => {
  const profile = useProfile()
  // Those who manage people invite on that page.
  const invitesHere = !managesPeople(toActor(profile))
  return (
    <Page>
      <PageHeader title="Account" actions={invitesHere && <InviteButton />} />
      <Stack gap="md" w="min(52rem, 100%)">
        <ProfileSection />
        {profile.signsInWith === 'PASSWORD' ? (
          <>
            <PasswordSection />
            <FactorsSection />
          </>
        ) : (
          <Section id="sign-in" title="Sign-in">
            <Text c="dimmed">
              You sign in through LoanDock. Change your password and second
              factor there.
            </Text>
          </Section>
        )}
        <SessionsSection />
        <Section id="data" title="Your data">
          <Group gap="var(--mantine-spacing-xs) var(--mantine-spacing-md)">
            <Hint flex="1 1 14rem">
              Your profile, permissions, sign-ins, activity, comments,
              notifications and saved views, as a ZIP file of JSON files.
            </Hint>
            <SecondaryButton component="a" href={ownDataAddress} download>
              Download my data
            </SecondaryButton>
          </Group>
        </Section>
      </Stack>
    </Page>
  )
}

const PasswordSection = () => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section id="password" title="Password">
      <Group gap="var(--mantine-spacing-xs) var(--mantine-spacing-md)">
        <Hint flex="1 1 14rem">
          Changing it signs you out on all other devices.
        </Hint>
        <SecondaryButton aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          Change password
        </SecondaryButton>
      </Group>
      {isOpen && <ChangePasswordDialog onClose={() => setIsOpen(false)} />}
    </Section>
  )
}

const SessionsSection = () => {
  const query = useQuery(sessionsQuery)
  const changes = [sessionsQuery.queryKey]
  const end = useMutation({
    mutationFn: (id: string) => call(endSession, { params: { id } }),
    meta: {
      done: 'Session signed out',
      failed: 'Failed to sign out the session',
      changes,
    },
    // The focused button is gone after success.
    onSuccess: focusPageTitle,
  })
  const endOthers = useMutation({
    mutationFn: () => call(endOtherSessions),
    meta: {
      done: 'All other sessions signed out',
      failed: 'Failed to sign out the other sessions',
      changes,
    },
    onSuccess: focusPageTitle,
  })
  const hasOthers = query.data?.some(({ isThis }) => !isThis) ?? false

  return (
    <Section
      id="sessions"
      title="Where you’re signed in"
      beside={
        hasOthers && (
          <SecondaryButton
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate()}
          >
            Sign out all others
          </SecondaryButton>
        )
      }
    >
      <AccountRows query={query} skeletonHeight={44}>
        {(sessions) =>
          sessions.map(({ id, userAgent, createdAt, lastUsedAt, isThis }) => (
            <AccountRow
              key={id}
              name={describeDevice(userAgent)}
              badge={
                isThis && <StatusBadge label="This session" color="green" />
              }
              about={[
                ...(isThis ? [] : [`Last used ${dateTime(lastUsedAt)}`]),
                `Signed in ${dateTime(createdAt)}`,
              ].join(' · ')}
            >
              {!isThis && (
                <SecondaryButton
                  loading={end.isPending && end.variables === id}
                  onClick={() => end.mutate(id)}
                  aria-label={`Sign out ${describeDevice(userAgent)}`}
                >
                  Sign out
                </SecondaryButton>
              )}
            </AccountRow>
          ))
        }
      </AccountRows>
    </Section>
  )
}

const fields = [
  { field: 'firstName', label: 'First name', autoComplete: 'given-name' },
  { field: 'lastName', label: 'Last name', autoComplete: 'family-name' },
  { field: 'phone', label: 'Phone', autoComplete: 'tel', type: 'tel' },
] as const
type Field = (typeof fields)[number]['field']

const Kept = z.object({
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
})
type Typed = z.infer<typeof Kept>
const toBody = ({ firstName, lastName, phone }: Typed) => ({
  firstName,
  lastName,
  phone: phone.trim() || null,
})

/** The profile as it is typed; it is kept until it is saved or discarded. */
const useProfileForm = () => {
  const profile = useProfile()
  const queryClient = useQueryClient()
  const router = useRouter()
  const saved: Typed = {
    firstName: profile.firstName,
    lastName: profile.lastName,
    phone: profile.phone ?? '',
  }
  const [kept, keep] = useStoredText('profile', Kept)
  const typed = kept ?? saved
  const [wasSent, setWasSent] = useState(false)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => call(updateUser, { body: toBody(typed) }),
    meta: { ...userMessages.update, shown: [400] },
    onSuccess: async () => {
      setWasSent(false)
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
      await router.invalidate()
      keep(null)
    },
  })
  const isChanged = fields.some(({ field }) => typed[field] !== saved[field])
  const parsed = updateUser.body.safeParse(toBody(typed))
  const found = parsed.success
    ? getProblems(error)
    : parsed.error.issues.map(({ path, message }) => ({
        field: path.join('.'),
        error: message,
      }))
  const toProblem = (field: Field) =>
    (wasSent && found.find((problem) => problem.field === field)?.error) || null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSent(true)
    const first = parsed.success ? null : found[0]?.field
    if (first) focusField(first)
    else if (isChanged && !isPending) mutate()
  }
  const set = (field: Field, value: string) => {
    keep({ ...typed, [field]: value })
    if (error) reset()
  }
  const discard = () => keep(null)
  return {
    typed,
    isChanged,
    isSaving: isPending,
    toProblem,
    set,
    submit,
    discard,
  }
}

const ProfileSection = () => {
  const profile = useProfile()
  const form = useProfileForm()
  const { typed, isChanged, isSaving } = form
  const keeper =
    profile.signsInWith === 'LOAN_DOCK'
      ? 'Your email address and company come from LoanDock.'
      : 'Ask your administrator to change the rest.'

  return (
    <Section id="profile" title="Profile">
      <form noValidate onSubmit={form.submit}>
        <Stack gap="md">
          <Fields>
            {fields.map(({ field, ...input }) => (
              <TextInput
                {...input}
                key={field}
                id={fieldId(field)}
                value={typed[field]}
                error={form.toProblem(field)}
                onChange={({ currentTarget }) =>
                  form.set(field, currentTarget.value)
                }
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
            <Button type="submit" loading={isSaving} disabled={!isChanged}>
              Save
            </Button>
            {isChanged && (
              <Button
                variant="default"
                disabled={isSaving}
                onClick={form.discard}
              >
                Undo
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      <LeaveGuard isActive={isChanged} onLeave={form.discard} />
    </Section>
  )
}
