import { Anchor, Box, Button, CloseButton, Group, Stack, Switch, Title } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type NotificationType, notificationTypeLabels } from '@portal/contract/notification/model'
import { notificationTypesFor } from '@portal/contract/notification/policy'
import { IconBellCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState, LoadFailed } from '../../ui/message.tsx'
import { SecondaryButton } from '../../ui/presets.ts'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { useProfile } from '../auth/queries.ts'
import { NotificationItems } from './notification-items.tsx'
import { everything, type NotificationView, notificationsQuery } from './queries.ts'
import { useMarkAllViewed } from './writes.ts'

const line = '1px solid light-dark(var(--portal-line), var(--mantine-color-dark-4))'

/** A person's notifications, to filter, open, mark as viewed and delete. */
export const NotificationPanel = ({ onClose }: { onClose: () => void }) => {
  const [view, setView] = useState<NotificationView>(everything)
  const { data, error, refetch } = useQuery(notificationsQuery(view))
  const markAll = useMarkAllViewed(view)
  const items = data?.answer.items ?? []
  const [newest] = items
  const canMark = newest !== undefined && !markAll.isPending && items.some(({ status }) => status === 'UNCHECKED')
  // Also if the focused item is gone from the list.
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && onClose())

  return (
    <Stack gap={0} mih={0} mah="44rem">
      <Group gap="xs" wrap="nowrap" pt="sm" pl="lg" pr="sm">
        <Title order={2} flex={1} fz="lg">
          Notifications
        </Title>
        <Button
          variant="subtle"
          size="compact-sm"
          // Disabled, it would lose the focus with the last unread one.
          aria-disabled={!canMark}
          data-disabled={!canMark || undefined}
          onClick={() => canMark && markAll.mutate(newest.createdAt)}
        >
          Mark all as viewed
        </Button>
        <CloseButton aria-label="Close notifications" onClick={onClose} />
      </Group>
      <Filters view={view} onChange={setView} />
      <Box mih="8rem" style={{ overflow: 'auto', overscrollBehavior: 'contain' }}>
        {!data && !error && <ListSkeleton label="Loading" p="lg" />}
        {!data && error && <LoadFailed what="the notifications" error={error} onClick={refetch} />}
        {data && items.length === 0 && <Nothing view={view} onClear={() => setView(everything)} />}
        {items.length > 0 && <NotificationItems items={items} onLeave={onClose} />}
      </Box>
      <Anchor
        size="sm"
        px="lg"
        py="sm"
        style={{ borderTop: line }}
        renderRoot={(props) => <Link {...props} to="/settings/account" hash="notifications" onClick={onClose} />}
      >
        Email settings
      </Anchor>
    </Stack>
  )
}

type FiltersProps = { view: NotificationView; onChange: (view: NotificationView) => void }

const Filters = ({ view, onChange }: FiltersProps) => {
  const types = notificationTypesFor(useProfile().role)
  const toggle = (type: NotificationType) =>
    view.types.includes(type) ? view.types.filter((one) => one !== type) : [...view.types, type].toSorted()
  return (
    <Group gap="xs" pt="xs" px="lg" pb="sm" style={{ borderBottom: line }}>
      {types.length > 1 && (
        <Group component="fieldset" gap="xs" miw={0} m={0} p={0} bd={0} aria-label="Types">
          {types.map((type) => {
            const isOn = view.types.includes(type)
            return (
              <Button
                key={type}
                variant={isOn ? 'light' : 'default'}
                size="compact-sm"
                radius="xl"
                aria-pressed={isOn}
                onClick={() => onChange({ ...view, types: toggle(type) })}
              >
                {notificationTypeLabels[type]}
              </Button>
            )
          })}
        </Group>
      )}
      <Switch
        ms="auto"
        label="Unread only"
        size="xs"
        checked={view.unreadOnly}
        onChange={({ currentTarget }) => onChange({ ...view, unreadOnly: currentTarget.checked })}
      />
    </Group>
  )
}

const Nothing = ({ view, onClear }: { view: NotificationView; onClear: () => void }) => {
  const isFiltered = view.unreadOnly || view.types.length > 0
  return (
    <EmptyState
      icon={<IconBellCheck size={32} stroke={1.3} />}
      title={isFiltered ? 'Nothing matches' : 'Nothing yet'}
      why={
        isFiltered
          ? 'There are no notifications of this kind.'
          : 'You get a notification here for new requests, decisions, comments and other updates to your work.'
      }
    >
      {isFiltered && <SecondaryButton onClick={onClear}>Show all</SecondaryButton>}
    </EmptyState>
  )
}
