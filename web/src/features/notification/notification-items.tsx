import { ActionIcon, Box, Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import type { Notification } from '@portal/contract/notification/model'
import { conversationParameter, hrefOf, type NotificationTarget, targetOf } from '@portal/contract/notification/target'
import { IconCheck, IconTrash } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import * as format from '../../lib/text/format.ts'
import { stringifySearch } from '../../lib/text/search-text.ts'
import { useProfile } from '../auth/queries.ts'
import classes from './notification-panel.module.css'
import { ago } from './notification-text.ts'
import { useDeleteNotification, useMarkViewed } from './writes.ts'

type ItemsProps = { items: readonly Notification[]; onLeave: () => void }

const opener = '[data-opens]'

/** Notifications, newest first. The arrow keys, Home and End go from one to the next. */
export const NotificationItems = ({ items, onLeave }: ItemsProps) => {
  const [now, setNow] = useState(() => Date.now())
  useInterval(() => setNow(Date.now()), 30_000, { autoInvoke: true })

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const openers = [...event.currentTarget.querySelectorAll<HTMLElement>(opener)]
    const at = openers.findIndex((one) => one.closest('li')?.contains(document.activeElement))
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: openers.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    openers[Math.min(Math.max(to, 0), openers.length - 1)]?.focus()
  }

  return (
    <Box component="ul" p={0} style={{ listStyle: 'none' }} aria-label="Notifications, newest first" onKeyDown={move}>
      {items.map((item) => (
        <NotificationItem key={item.id} item={item} now={now} onLeave={onLeave} />
      ))}
    </Box>
  )
}

/** Moves the focus before the focused button is removed. */
const focusItem = (item: Element | null | undefined) => item?.querySelector<HTMLElement>(opener)?.focus()

type ItemProps = { item: Notification; now: number; onLeave: () => void }

const NotificationItem = ({ item, now, onLeave }: ItemProps) => {
  const router = useRouter()
  const { role } = useProfile()
  const markViewed = useMarkViewed()
  const remove = useDeleteNotification()
  const target = targetOf(item, role)
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
        <UnstyledButton component="a" className={classes.open} href={hrefOf(target)} onClick={open} data-opens>
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

type ItemButtonProps = { label: string; Icon: typeof IconCheck; onClick: (item: Element | null) => void }

const ItemButton = ({ label, Icon, onClick }: ItemButtonProps) => (
  <ActionIcon aria-label={label} onClick={({ currentTarget }) => onClick(currentTarget.closest('li'))}>
    <Icon size={16} aria-hidden />
  </ActionIcon>
)

type ItemContentProps = { item: Notification; now: number }

const ItemContent = ({ item: { title, description, createdAt, status }, now }: ItemContentProps) => (
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

const isUnder = (root: string, { pathname }: Here) => pathname === root || pathname.startsWith(`${root}/`)

/**
 * The address that a notification opens: a conversation over the current SLV screen (spec.md §2) or the list; a Tdoc
 * with the current tab filter.
 */
export const addressFrom = (here: Here, target: NotificationTarget): string => {
  if (target.kind === 'CONVERSATION' && isUnder('/slv', here))
    return `${here.pathname}${stringifySearch({ ...here.search, [conversationParameter]: target.slvId })}`
  if (target.kind === 'TDOC' && isUnder('/condition-manager', here))
    return `${target.path}${stringifySearch({ ...here.search, descriptionTab: target.descriptionTab })}`
  return hrefOf(target)
}
