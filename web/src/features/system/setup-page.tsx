import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { permissionLabels } from '@portal/contract/user/model'
import { findMissingPermissions } from '@portal/contract/user/navigation'
import { managesGuidelines } from '@portal/contract/user/policy'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { lazy } from '../../lib/lazy.tsx'
import { toActor, useProfile } from '../../records/auth/queries.ts'
import { Loaded } from '../../ui/message.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Hint, SecondaryButton } from '../../ui/presets.ts'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { StatusBadge, type StatusColor } from '../../ui/status-badge.tsx'
import {
  checksQuery,
  setupQuery,
  useAddExample,
  useTestMail,
} from './queries.ts'
import {
  listSteps,
  type Step,
  type StepState,
  stepStateLabels,
} from './setup-text.ts'

const ConfirmDialog = lazy(
  () => import('../../ui/dialogs.tsx'),
  'ConfirmDialog',
)

/** Settings > Setup: what a new portal needs, each with its state. */
export const SetupPage = () => {
  const query = useQuery(setupQuery)
  const checks = useQuery(checksQuery)
  const skeleton = <PageSkeleton sections={1} />
  return (
    <Page>
      <PageHeader
        title="Setup"
        under="What this portal needs before people can use it."
      />
      <Loaded query={query} what="the state of the setup" skeleton={skeleton}>
        {(setup) =>
          // Steps fold away when they are done, so they wait for the checks.
          checks.isPending ? (
            skeleton
          ) : (
            <Steps
              steps={listSteps(setup, checks.data?.items)}
              isEmpty={setup.programs.total === 0}
            />
          )
        }
      </Loaded>
    </Page>
  )
}

type StepsProps = {
  steps: readonly Step[]
  /** Whether there is no program, so that the example can be added. */
  isEmpty: boolean
}

/** Open steps first; done ones fold away. */
const Steps = ({ steps, isEmpty }: StepsProps) => {
  const mayAddExample = managesGuidelines(toActor(useProfile())) && isEmpty
  const open = steps.filter(({ state }) => state !== 'DONE')
  const done = steps.filter(({ state }) => state === 'DONE')
  const actions: Partial<Record<string, ReactNode>> = {
    ...(mayAddExample && { programs: <AddExample /> }),
    mail: <SendTestMail />,
  }
  const toRow = (step: Step) => (
    <StepRow key={step.key} step={step}>
      {actions[step.key]}
    </StepRow>
  )
  return (
    <Stack gap="md" w="min(60rem, 100%)">
      {open.length === 0 && <Hint>Everything is set up.</Hint>}
      <StepList label="Open steps">{open.map(toRow)}</StepList>
      {done.length > 0 && (
        <details>
          <summary style={{ minHeight: 44, cursor: 'pointer' }}>
            Done ({done.length})
          </summary>
          <StepList label="Done steps">{done.map(toRow)}</StepList>
        </details>
      )}
    </Stack>
  )
}

const StepList = ({
  label,
  children,
}: {
  label: string
  children: ReactNode
}) => (
  <Stack
    component="ul"
    aria-label={label}
    gap="sm"
    p={0}
    m={0}
    style={{ listStyle: 'none' }}
  >
    {children}
  </Stack>
)

const colors: Record<StepState, StatusColor> = {
  DONE: 'green',
  OPEN: 'orange',
  DEFAULT: 'gray',
}

const StepRow = ({ step, children }: { step: Step; children: ReactNode }) => {
  const { title, state, text } = step
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between" align="start" gap="xs" mb={4}>
        <Text component="h2" fw={600}>
          {title}
        </Text>
        <StatusBadge label={stepStateLabels[state]} color={colors[state]} />
      </Group>
      <Text>{text}</Text>
      <Group gap="xs" mt="xs">
        {children}
        <StepLink {...step} />
      </Group>
    </Paper>
  )
}

/** A link to the page where a step is done, for people who may open it. */
const StepLink = ({ title, link }: Step) => {
  const profile = useProfile()
  if (!link) return null
  const missing = findMissingPermissions(profile, link.to)
  if (missing.length > 0)
    return (
      <Hint>
        To change this, you need the permission{' '}
        {missing.map((permission) => permissionLabels[permission]).join(' or ')}
        . Someone else with Can Manage Permissions can grant it.
      </Hint>
    )
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link {...props} to={link.to} />}
      aria-label={`${link.label} for ${title}`}
    >
      {link.label}
    </Button>
  )
}

const SendTestMail = () => {
  const test = useTestMail()
  return (
    <SecondaryButton loading={test.isPending} onClick={() => test.mutate()}>
      Send a test email
    </SecondaryButton>
  )
}

const AddExample = () => {
  const [isAsking, setIsAsking] = useState(false)
  const add = useAddExample()
  const navigate = useNavigate()
  const confirm = async () => {
    const { id } = await add.mutateAsync()
    await navigate({
      to: '/settings/guidelines/$versionId',
      params: { versionId: id },
    })
  }
  return (
    <>
      <SecondaryButton aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        Start from an example
      </SecondaryButton>
      {isAsking && (
        <ConfirmDialog
          title="Start from an example?"
          text="This adds 15 programs, and a draft of guidelines with invented limits. Requests can use the programs immediately. The limits apply once you publish the draft; replace them with yours first."
          confirmLabel="Add the example"
          onConfirm={confirm}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
