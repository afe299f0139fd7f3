import { Anchor, Box, Button, Group } from '@mantine/core'
import { roleLabels } from '@portal/contract/user/model'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { hasStatus } from '../../../lib/call-error.ts'
import { phone } from '../../../lib/text/format.ts'
import { NotFoundPage } from '../../../ui/error-pages.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { MessagePage } from '../../../ui/message.tsx'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { personQuery } from '../manage-queries.ts'
import { badgeOf } from '../people/person-words.ts'

export const ProfilePage = ({ userId }: { userId: string }) => (
  <Box component="main" maw="44rem" mih="100%" mx="auto" px="sm" py="lg">
    <Box bd="1px solid var(--portal-line)" bdrs="lg" bg="var(--portal-surface)">
      <Card userId={userId} />
    </Box>
  </Box>
)

const Card = ({ userId }: { userId: string }) => {
  const { data, error, isFetching, refetch } = useQuery(personQuery(userId))
  if (data)
    return (
      <Page>
        <PageHeader
          title={data.name}
          beside={<StatusBadge {...badgeOf({ status: data.status, isInvited: data.user?.isInvited ?? false })} />}
          under={roleLabels[data.role]}
        />
        <Facts
          facts={[
            { label: 'Company', value: data.companyName },
            ...(data.email
              ? [{ label: 'Email', value: <Anchor href={`mailto:${data.email}`}>{data.email}</Anchor> }]
              : []),
            ...(data.phone
              ? [{ label: 'Phone', value: <Anchor href={`tel:${data.phone}`}>{phone(data.phone)}</Anchor> }]
              : []),
          ]}
        />
        <Group gap="xs">
          <Home />
          {data.user && (
            <Button renderRoot={(props) => <Link {...props} to="/settings/permissions" search={{ person: userId }} />}>
              Roles and permissions
            </Button>
          )}
        </Group>
      </Page>
    )
  // 400: the id is not a UUID.
  if (hasStatus(error, 404) || hasStatus(error, 400))
    return (
      <NotFoundPage>
        <Home />
      </NotFoundPage>
    )
  if (error && !isFetching)
    return (
      <MessagePage title="Couldn’t load the profile" why={error.message}>
        <Button onClick={() => void refetch()}>Try again</Button>
        <Home />
      </MessagePage>
    )
  return <PageSkeleton sections={1} />
}

const Home = () => (
  <Button
    variant="default"
    leftSection={<IconArrowLeft size={16} aria-hidden />}
    renderRoot={(props) => <Link {...props} to="/" />}
  >
    Go to the start page
  </Button>
)
