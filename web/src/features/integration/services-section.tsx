import { Button, Group, Stack, Text } from '@mantine/core'
import {
  type ApiKey,
  type KeyScope,
  keyScopes,
  type Service,
} from '@portal/contract/integration/model'
import { endSentence } from '@portal/contract/lib/sentences'
import { permissionLabels } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazy } from '../../lib/lazy.tsx'
import { date, dateTime } from '../../lib/text/format.ts'
import { EmptyState, Loaded } from '../../ui/message.tsx'
import { Section } from '../../ui/outline.tsx'
import { Hint, SmallButton, TinyButton } from '../../ui/presets.ts'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { SmallTable } from '../../ui/small-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { servicesQuery } from './queries.ts'
import type { Secret } from './secret-dialog.tsx'
import type { OpenServiceDialog } from './service-dialogs.tsx'

const ServiceDialogs = lazy(
  () => import('./service-dialogs.tsx'),
  'ServiceDialogs',
)
const SecretDialog = lazy(() => import('./secret-dialog.tsx'), 'SecretDialog')

/** The services of the company, each with its API keys. */
export const ServicesSection = () => {
  const query = useQuery(servicesQuery)
  const [dialog, setDialog] = useState<OpenServiceDialog | null>(null)
  const [secret, setSecret] = useState<Secret | null>(null)
  return (
    <Section
      id="services"
      title="Services and API keys"
      beside={
        <SmallButton
          onClick={() => setDialog({ kind: 'SERVICE', service: null })}
        >
          Add service
        </SmallButton>
      }
    >
      <Loaded
        what="the services"
        query={query}
        skeleton={<BlockSkeleton height={215} />}
      >
        {(services) =>
          services.length === 0 ? (
            <EmptyState
              title="No services yet"
              why="A service is a program, such as your loan origination system, that calls the API with a key."
            />
          ) : (
            <Stack gap="lg">
              {services.map((service) => (
                <ServiceItem
                  key={service.id}
                  service={service}
                  onOpen={setDialog}
                />
              ))}
            </Stack>
          )
        }
      </Loaded>
      {dialog && (
        <ServiceDialogs
          dialog={dialog}
          onClose={() => setDialog(null)}
          onCreated={({ key, service }) =>
            setSecret({
              title: 'API key',
              why: endSentence(`This is the new key for ${service.name}`),
              value: key,
            })
          }
        />
      )}
      {secret && (
        <SecretDialog secret={secret} onClose={() => setSecret(null)} />
      )}
    </Section>
  )
}

type ItemProps = {
  service: Service
  onOpen: (dialog: OpenServiceDialog) => void
}

const ServiceItem = ({ service, onOpen }: ItemProps) => {
  const { name, permissions, isActive, mayCreateKeys, keys } = service
  return (
    <Stack component="section" gap="xs" aria-label={name}>
      <Group gap="var(--mantine-spacing-xs) var(--mantine-spacing-md)">
        <Stack
          gap={0}
          flex="1 1 14rem"
          miw={0}
          style={{ overflowWrap: 'anywhere' }}
        >
          <Group gap="xs" fw={500}>
            {name}
            {!isActive && <StatusBadge label="Inactive" color="gray" />}
          </Group>
          <Hint>
            {permissions.map((key) => permissionLabels[key]).join(', ') ||
              'No permissions'}
          </Hint>
        </Stack>
        <Group gap="xs">
          {isActive && (
            <>
              <Button
                variant="default"
                aria-label={`Create key for ${name}`}
                disabled={!mayCreateKeys}
                title={
                  mayCreateKeys
                    ? undefined
                    : 'This service has a permission that you don’t have'
                }
                onClick={() => onOpen({ kind: 'KEY', service, rotated: null })}
              >
                Create key
              </Button>
              <Button
                variant="default"
                aria-label={`Edit ${name}`}
                onClick={() => onOpen({ kind: 'SERVICE', service })}
              >
                Edit
              </Button>
            </>
          )}
          <Button
            variant="default"
            aria-label={`${isActive ? 'Deactivate' : 'Activate'} ${name}`}
            onClick={() => onOpen({ kind: 'STATUS', service })}
          >
            {isActive ? 'Deactivate' : 'Activate'}
          </Button>
        </Group>
      </Group>
      {keys.length > 0 && (
        <SmallTable
          region={`API keys for ${name}`}
          heads={[
            'Key',
            'Scopes',
            'Created',
            'Last used',
            'Expires',
            'Actions',
          ]}
        >
          {keys.map((key) => (
            <KeyRow
              key={key.id}
              apiKey={key}
              service={service}
              onOpen={onOpen}
            />
          ))}
        </SmallTable>
      )}
    </Stack>
  )
}

/** 'Read-only', 'SLVs' */
const scopeNames = Object.fromEntries(
  Object.entries(keyScopes).map(([scope, label]) => [
    scope,
    label.split(':')[0],
  ]),
) as Record<KeyScope, string>

const KeyRow = ({
  apiKey,
  service,
  onOpen,
}: ItemProps & { apiKey: ApiKey }) => {
  const {
    shown,
    scopes,
    createdAt,
    createdBy,
    lastUsedAt,
    expiresAt,
    isReplaced,
    isOrphaned,
  } = apiKey
  const isExpired = Date.parse(expiresAt) <= Date.now()
  return (
    <tr>
      <th scope="row">
        <Text span ff="monospace" fz="sm">
          {shown}…
        </Text>
      </th>
      <td>{scopes.map((scope) => scopeNames[scope]).join(', ') || 'None'}</td>
      <td>
        <Stack gap={4} align="flex-start">
          <span>
            {date(createdAt)}, {createdBy}
          </span>
          {isOrphaned && !isExpired && (
            <StatusBadge label="Creator left" color="red" />
          )}
        </Stack>
      </td>
      <td>{lastUsedAt ? dateTime(lastUsedAt) : 'Never'}</td>
      <td>
        {isExpired ? (
          <StatusBadge label="Expired" color="red" />
        ) : (
          dateTime(expiresAt)
        )}
        {isReplaced && !isExpired && <Hint>Replaced</Hint>}
      </td>
      <td>
        <Group gap={4}>
          {!isExpired && !isReplaced && service.mayCreateKeys && (
            <TinyButton
              aria-label={`Rotate the key ${shown}`}
              onClick={() => onOpen({ kind: 'KEY', service, rotated: apiKey })}
            >
              Rotate
            </TinyButton>
          )}
          <TinyButton
            aria-label={`Revoke the key ${shown}`}
            onClick={() => onOpen({ kind: 'REVOKE', service, revoked: apiKey })}
          >
            Revoke
          </TinyButton>
        </Group>
      </td>
    </tr>
  )
}
