import { ActionIcon, Menu } from '@mantine/core'
import {
  eventLabels,
  type Webhook,
  type WebhookStatus,
} from '@portal/contract/integration/model'
import { IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazy } from '../../lib/lazy.tsx'
import { dateTime } from '../../lib/text/format.ts'
import { MenuButton } from '../../ui/menu-button.tsx'
import { EmptyState, Loaded } from '../../ui/message.tsx'
import { Section } from '../../ui/outline.tsx'
import { SmallButton } from '../../ui/presets.ts'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { CellNote, SmallTable } from '../../ui/small-table.tsx'
import { StatusBadge, type StatusColor } from '../../ui/status-badge.tsx'
import { useTestWebhook, useUpdateWebhook, webhooksQuery } from './queries.ts'
import type { Secret } from './secret-dialog.tsx'
import type { OpenWebhookDialog } from './webhook-dialogs.tsx'

const WebhookDialogs = lazy(
  () => import('./webhook-dialogs.tsx'),
  'WebhookDialogs',
)
const SecretDialog = lazy(() => import('./secret-dialog.tsx'), 'SecretDialog')

/** The webhooks of the company. */
export const WebhooksSection = () => {
  const query = useQuery(webhooksQuery)
  const [dialog, setDialog] = useState<OpenWebhookDialog | null>(null)
  const [secret, setSecret] = useState<Secret | null>(null)
  return (
    <Section
      id="webhooks"
      title="Webhooks"
      beside={
        <SmallButton
          onClick={() => setDialog({ kind: 'WEBHOOK', webhook: null })}
        >
          Add webhook
        </SmallButton>
      }
    >
      <Loaded
        what="the webhooks"
        query={query}
        skeleton={<BlockSkeleton height={215} />}
      >
        {(webhooks) =>
          webhooks.length === 0 ? (
            <EmptyState
              title="No webhooks yet"
              why="A webhook sends events, such as a decision on an SLV, to another system as they happen."
            />
          ) : (
            <SmallTable
              region="Webhooks of your company"
              heads={['Name', 'Events', 'Sends as', 'Status', 'Actions']}
            >
              {webhooks.map((webhook) => (
                <WebhookRow
                  key={webhook.id}
                  webhook={webhook}
                  onOpen={setDialog}
                />
              ))}
            </SmallTable>
          )
        }
      </Loaded>
      {dialog && (
        <WebhookDialogs
          dialog={dialog}
          onClose={() => setDialog(null)}
          onSecret={({ secret: value, webhook }) =>
            setSecret({
              title: 'Signing secret',
              why: `Events sent to ${webhook.name} are signed with this secret.`,
              value,
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

const statusWords: Record<
  WebhookStatus,
  { label: string; color: StatusColor }
> = {
  ACTIVE: { label: 'Active', color: 'green' },
  PAUSED: { label: 'Paused', color: 'gray' },
  DISABLED: { label: 'Disabled', color: 'red' },
}

type RowProps = {
  webhook: Webhook
  onOpen: (dialog: OpenWebhookDialog) => void
}

const WebhookRow = ({ webhook, onOpen }: RowProps) => {
  const { id, name, url, events, owner, status, failingSince, mayEdit } =
    webhook
  const update = useUpdateWebhook(false)
  const test = useTestWebhook()
  const isActive = status === 'ACTIVE'
  const open = (kind: 'DELETE' | 'ROTATE' | 'DELIVERIES') => () =>
    onOpen({ kind, webhook })
  return (
    <tr>
      <th scope="row" style={{ overflowWrap: 'anywhere', minWidth: '9rem' }}>
        {name}
        <CellNote>{url}</CellNote>
      </th>
      <td>{events.map((event) => eventLabels[event]).join(', ')}</td>
      <td>{owner.isService ? `Service ${owner.name}` : owner.name}</td>
      <td>
        <StatusBadge {...statusWords[status]} />
        {failingSince && (
          <CellNote>Failing since {dateTime(failingSince)}</CellNote>
        )}
      </td>
      <td>
        <MenuButton
          tooltip={`Actions for ${name}`}
          target={
            <ActionIcon aria-label={`Actions for ${name}`}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          }
        >
          <Menu.Item onClick={open('DELIVERIES')}>Deliveries</Menu.Item>
          {isActive && (
            <Menu.Item onClick={() => test.mutate(id)}>
              Send test event
            </Menu.Item>
          )}
          {mayEdit && (
            <Menu.Item onClick={() => onOpen({ kind: 'WEBHOOK', webhook })}>
              Edit
            </Menu.Item>
          )}
          {isActive && (
            <Menu.Item onClick={() => update.mutate({ id, status: 'PAUSED' })}>
              Pause
            </Menu.Item>
          )}
          {!isActive && mayEdit && (
            <Menu.Item onClick={() => update.mutate({ id, status: 'ACTIVE' })}>
              Resume
            </Menu.Item>
          )}
          {mayEdit && (
            <Menu.Item onClick={open('ROTATE')}>
              Rotate signing secret
            </Menu.Item>
          )}
          <Menu.Item onClick={open('DELETE')}>Delete</Menu.Item>
        </MenuButton>
      </td>
    </tr>
  )
}
