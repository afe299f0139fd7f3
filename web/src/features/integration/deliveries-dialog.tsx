import { Stack } from '@mantine/core'
import {
  type Delivery,
  type DeliveryStatus,
  deliveryDays,
  type Webhook,
} from '@portal/contract/integration/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateTime, text } from '../../lib/text/format.ts'
import { Pager } from '../../ui/data-table/pager.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { EmptyState, Loaded } from '../../ui/message.tsx'
import { TinyButton } from '../../ui/presets.ts'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { CellNote, SmallTable } from '../../ui/small-table.tsx'
import { StatusBadge, type StatusColor } from '../../ui/status-badge.tsx'
import { deliveriesQuery, useReplay } from './queries.ts'

const statusWords: Record<
  DeliveryStatus,
  { label: string; color: StatusColor }
> = {
  PENDING: { label: 'Pending', color: 'yellow' },
  DELIVERED: { label: 'Delivered', color: 'green' },
  FAILED: { label: 'Failed', color: 'red' },
  CANCELED: { label: 'Canceled', color: 'gray' },
}

/** A webhook's deliveries, newest first. */
export const DeliveriesDialog = ({
  webhook,
  onClose,
}: {
  webhook: Webhook
  onClose: () => void
}) => {
  const [page, setPage] = useState(1)
  const query = useQuery(deliveriesQuery(webhook.id, page))
  return (
    <Dialog onClose={onClose} title={`Deliveries to ${webhook.name}`} size="xl">
      <Loaded
        what="the deliveries"
        query={query}
        skeleton={<BlockSkeleton height={160} />}
      >
        {({ items, total, size }) =>
          total === 0 ? (
            <EmptyState
              title="No deliveries yet"
              why={`Events of the last ${deliveryDays} days appear here. Send a test event to see one.`}
            />
          ) : (
            <Stack gap="sm">
              <SmallTable
                region={`Deliveries to ${webhook.name}`}
                heads={[
                  'Event',
                  'Created',
                  'Status',
                  'Attempts',
                  'Next attempt',
                  'Actions',
                ]}
              >
                {items.map((delivery) => (
                  <DeliveryRow
                    key={delivery.id}
                    delivery={delivery}
                    webhook={webhook}
                  />
                ))}
              </SmallTable>
              {total > size && (
                <Pager
                  page={page}
                  size={size}
                  total={total}
                  shown={items.length}
                  onPage={setPage}
                />
              )}
            </Stack>
          )
        }
      </Loaded>
    </Dialog>
  )
}

const DeliveryRow = ({
  delivery,
  webhook,
}: {
  delivery: Delivery
  webhook: Webhook
}) => {
  const {
    id,
    event,
    createdAt,
    status,
    statusCode,
    error,
    attempts,
    nextAttemptAt,
  } = delivery
  const replay = useReplay()
  return (
    <tr>
      <th scope="row">{event}</th>
      <td>{dateTime(createdAt)}</td>
      <td>
        <StatusBadge {...statusWords[status]} />
        <CellNote>
          {error ?? (statusCode === null ? '' : `HTTP ${statusCode}`)}
        </CellNote>
      </td>
      <td>{attempts}</td>
      <td>
        {nextAttemptAt === null || attempts === 0
          ? text(null)
          : dateTime(nextAttemptAt)}
      </td>
      <td>
        {webhook.status === 'ACTIVE' && (
          <TinyButton
            aria-label={`Replay ${event} from ${dateTime(createdAt)}`}
            loading={replay.isPending}
            onClick={() =>
              replay.mutate({ webhookId: webhook.id, deliveryId: id })
            }
          >
            Replay
          </TinyButton>
        )}
      </td>
    </tr>
  )
}
