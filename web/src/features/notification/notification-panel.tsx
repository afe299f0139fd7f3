import {
  ActionIcon,
  Anchor,
  Box,
  Button,
  CloseButton,
  Group,
  Stack,
  Switch,
  Text,
  Title,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core'
import { useInterval, useWindowEvent } from '@mantine/hooks'
import {
  type Notification,
  type NotificationType,
  notificationTypeLabels,
} from '@portal/contract/notification/model'
import { notificationTypesFor } from '@portal/contract/notification/policy'
import {
  conversationParameter,
  findTarget,
  type NotificationTarget,
  toHref,
} from '@portal/contract/notification/target'
import { IconBellCheck, IconCheck, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import * as format from '../../lib/text/format.ts'
import { stringifySearch } from '../../lib/text/search-text.ts'
import { useProfile } from '../../records/auth/queries.ts'
import {
  everything,
  type NotificationView,
  notificationsQuery,
} from '../../records/notification/queries.ts'
import {
  useDeleteNotification,
  useMarkAllViewed,
  useMarkViewed,
} from '../../records/notification/writes.ts'
import { EmptyState, LoadFailed } from '../../ui/message.tsx'
import { SecondaryButton } from '../../ui/presets.ts'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import classes from './notification-panel.module.css'
import { ago } from './notification-text.ts'

const line =
  '1px solid light-dark(var(--portal-line), var(--mantine-color-dark-4))'

/** A person's notifications, to filter, open, mark as viewed and delete. */
export const NotificationPanel = ({ onClose }: { onClose: () => void }) => {
  const [view, setView] = useState<NotificationView>(everything)
  const { data, error, refetch } = useQuery(notificationsQuery(view))
  const markAll = useMarkAllViewed(view)
  const items = data?.answer.items ?? []
  const [newest] = items
  const canMark =
    newest !== undefined &&
    !markAll.isPending &&
    items.some(({ status }) => status === 'UNCHECKED')
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
      <Box
        mih="8rem"
        style={{ overflow: 'auto', overscrollBehavior: 'contain' }}
      >
        {!data && !error && <ListSkeleton label="Loading" p="lg" />}
        {!data && error && (
          <LoadFailed
            what="the notifications"
            error={error}
            onClick={refetch}
          />
        )}
        {data && items.length === 0 && (
          <Nothing view={view} onClear={() => setView(everything)} />
        )}
        {items.length > 0 && (
          <NotificationItems items={items} onLeave={onClose} />
        )}
      </Box>
      <Anchor
        size="sm"
        px="lg"
        py="sm"
        style={{ borderTop: line }}
        renderRoot={(props) => (
          <Link {...props} to="/settings/notifications" onClick={onClose} />
        )}
      >
        Email settings
      </Anchor>
    </Stack>
  )
}

type FiltersProps = {
  view: NotificationView
  onChange: (view: NotificationView) => void
}

const Filters = ({ view, onChange }: FiltersProps) => {
  const types = notificationTypesFor(useProfile().role)
  const toggle = (type: NotificationType) =>
    view.types.includes(type)
      ? view.types.filter((one) => one !== type)
      : [...view.types, type].toSorted()
  return (
    <Group gap="xs" pt="xs" px="lg" pb="sm" style={{ borderBottom: line }}>
      {types.length > 1 && (
        <Group
          component="fieldset"
          gap="xs"
          miw={0}
          m={0}
          p={0}
          bd={0}
          aria-label="Types"
        >
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
        onChange={({ currentTarget }) =>
          onChange({ ...view, unreadOnly: currentTarget.checked })
        }
      />
    </Group>
  )
}

const Nothing = ({
  view,
  onClear,
}: {
  view: NotificationView
  onClear: () => void
}) => {
  const isFiltered = view.unreadOnly || view.types.length > 0
  return (
    <EmptyState
      icon={<IconBellCheck size={32} stroke={1.3} />}
      title={isFiltered ? 'No results' : 'No notifications yet'}
      why={
        isFiltered
          ? 'There are no notifications of this kind.'
          : 'You get a notification here for new requests, decisions, comments and other updates to your work.'
      }
    >
      {isFiltered && (
        <SecondaryButton onClick={onClear}>Show all</SecondaryButton>
      )}
    </EmptyState>
  )
}

type ItemsProps = { items: readonly Notification[]; onLeave: () => void }

const opener = '[data-opens]'

/**
 * Notifications, newest first. The arrow keys, Home and End go from one to the
 * next.
 */
const NotificationItems = ({ items, onLeave }: ItemsProps) => {
  const [now, setNow] = useState(() => Date.now())
  useInterval(() => setNow(Date.now()), 30_000, { autoInvoke: true })

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const openers = [
      ...event.currentTarget.querySelectorAll<HTMLElement>(opener),
    ]
    const at = openers.findIndex((one) =>
      one.closest('li')?.contains(document.activeElement),
    )
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: openers.length - 1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    openers[Math.min(Math.max(to, 0), openers.length - 1)]?.focus()
  }

  return (
    <Box
      component="ul"
      p={0}
      style={{ listStyle: 'none' }}
      aria-label="Notifications, newest first"
      onKeyDown={move}
    >
      {items.map((item) => (
        <NotificationItem
          key={item.id}
          item={item}
          now={now}
          onLeave={onLeave}
        />
      ))}
    </Box>
  )
}

/** Moves the focus before the focused button is removed. */
const focusItem = (item: Element | null | undefined) =>
  item?.querySelector<HTMLElement>(opener)?.focus()

type ItemProps = { item: Notification; now: number; onLeave: () => void }

const NotificationItem = ({ item, now, onLeave }: ItemProps) => {
  const router = useRouter()
  const { role } = useProfile()
  const markViewed = useMarkViewed()
  const remove = useDeleteNotification()
  const target = findTarget(item, role)
  const isUnread = item.status === 'UNCHECKED'
  const view = () => {
    if (isUnread) markViewed.mutate(item.id)
  }
  const open = (event: MouseEvent) => {
    view()
    // With a modifier key, the browser opens it in a new tab or window.
    if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onLeave()
    const { pathname, search } = router.state.location
    void router.navigate({ href: addressFrom({ pathname, search }, target) })
  }
  const content = <ItemContent item={item} now={now} />

  return (
    <li className={classes.item}>
      {target ? (
        <UnstyledButton
          component="a"
          className={classes.open}
          href={toHref(target)}
          onClick={open}
          data-opens
        >
          {content}
        </UnstyledButton>
      ) : (
        <UnstyledButton className={classes.open} onClick={view} data-opens>
          {content}
        </UnstyledButton>
      )}
      <Group gap={0} wrap="nowrap" pt="xs" px={4}>
        {isUnread && (
          <ItemButton
            label={`Mark as viewed: ${item.title}`}
            Icon={IconCheck}
            onClick={(own) => {
              focusItem(own)
              view()
            }}
          />
        )}
        <ItemButton
          label={`Delete: ${item.title}`}
          Icon={IconTrash}
          onClick={(own) => {
            focusItem(own?.nextElementSibling ?? own?.previousElementSibling)
            remove.mutate(item.id)
          }}
        />
      </Group>
    </li>
  )
}

type ItemButtonProps = {
  label: string
  Icon: typeof IconCheck
  onClick: (item: Element | null) => void
}

const ItemButton = ({ label, Icon, onClick }: ItemButtonProps) => (
  <ActionIcon
    aria-label={label}
    onClick={({ currentTarget }) => onClick(currentTarget.closest('li'))}
  >
    <Icon size={16} aria-hidden />
  </ActionIcon>
)

type ItemContentProps = { item: Notification; now: number }

const ItemContent = ({
  item: { title, description, createdAt, status },
  now,
}: ItemContentProps) => (
  <>
    <Text span pos="relative" fw={status === 'UNCHECKED' ? 600 : undefined}>
      {status === 'UNCHECKED' && (
        <Box
          component="span"
          pos="absolute"
          top="0.4rem"
          left="-0.875rem"
          w="0.5rem"
          h="0.5rem"
          bg="var(--mantine-primary-color-filled)"
          bdrs="50%"
        >
          <VisuallyHidden>Unread: </VisuallyHidden>
        </Box>
      )}
      {title}
    </Text>
    {description && (
      <Text span size="sm">
        {description}
      </Text>
    )}
    <Text component="time" dateTime={createdAt} size="xs" c="dimmed">
      {ago(createdAt, now)} · {format.dateTime(createdAt)} ET
    </Text>
  </>
)

type Here = { pathname: string; search: Record<string, unknown> }

const isUnder = (root: string, { pathname }: Here) =>
  pathname === root || pathname.startsWith(`${root}/`)

/**
 * The address that a notification opens: a conversation over the current SLV
 * screen (spec.md §2) or the list; a Tdoc with the current tab filter.
 */
export const addressFrom = (here: Here, target: NotificationTarget): string => {
  if (target.kind === 'CONVERSATION' && isUnder('/slv', here)) {
    const search = { ...here.search, [conversationParameter]: target.slvId }
    return `${here.pathname}${stringifySearch(search)}`
  }
  if (target.kind === 'TDOC' && isUnder('/condition-manager', here)) {
    const search = { ...here.search, descriptionTab: target.descriptionTab }
    return `${target.path}${stringifySearch(search)}`
  }
  return toHref(target)
}
