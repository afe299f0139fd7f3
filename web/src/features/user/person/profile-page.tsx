import { Anchor, Box, Button, Group } from '@mantine/core'
import type { PersonCard } from '@portal/contract/user/manage-api'
import { roleLabels } from '@portal/contract/user/model'
import { IconArrowLeft } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import * as format from '../../../lib/text/format.ts'
import { personQuery } from '../../../records/user/manage-queries.ts'
import { PageNotFound } from '../../../ui/errors/page-error.tsx'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { findBadge } from '../people/person-text.ts'

/** A colleague's card: everyone who is signed in may see one. */
export const ProfilePage = ({ userId }: { userId: string }) =>
  z.uuid().safeParse(userId).success ? (
    <Card userId={userId} />
  ) : (
    <PageNotFound />
  )

const Card = ({ userId }: { userId: string }) => {
  const { data } = useSuspenseQuery(personQuery(userId))
  return (
    <Box component="main" maw="44rem" mih="100%" mx="auto" px="sm" py="lg">
      <Box
        bd="1px solid var(--portal-line)"
        bdrs="lg"
        bg="var(--portal-surface)"
      >
        <Page>
          <PageHeader
            title={data.name}
            beside={
              <StatusBadge
                {...findBadge({
                  status: data.status,
                  isInvited: data.user?.isInvited ?? false,
                })}
              />
            }
            under={roleLabels[data.role]}
          />
          <Facts facts={listFacts(data)} />
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconArrowLeft size={16} aria-hidden />}
              renderRoot={(props) => <Link {...props} to="/" />}
            >
              Go to the start page
            </Button>
            {data.user && (
              <Button
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to="/settings/permissions"
                    search={{ person: userId }}
                  />
                )}
              >
                Roles and permissions
              </Button>
            )}
          </Group>
        </Page>
      </Box>
    </Box>
  )
}

function listFacts({ companyName, email, phone }: PersonCard): Fact[] {
  const facts: Fact[] = [{ label: 'Company', value: companyName }]
  if (email)
    facts.push({
      label: 'Email',
      value: <Anchor href={`mailto:${email}`}>{email}</Anchor>,
    })
  if (phone)
    facts.push({
      label: 'Phone',
      value: <Anchor href={`tel:${phone}`}>{format.phone(phone)}</Anchor>,
    })
  return facts
}
