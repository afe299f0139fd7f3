import { ActionIcon } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import type { Notification } from '@portal/contract/notification/model'
import { hrefOf, targetOf } from '@portal/contract/notification/target'
import { IconCheck, IconTrash } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import * as format from '../../lib/format.ts'
import { Unseen } from '../../ui/unseen.tsx'
import { useProfile } from '../auth/queries.ts'
import { addressFrom } from './lead.ts'
import classes from './notification-items.module.css'
import { ago } from './told.ts'
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
    <ul className={classes.items} aria-label="Notifications, newest first" onKeyDown={move}>
      {items.map((item) => (
        <Item key={item.id} item={item} now={now} onLeave={onLeave} />
      ))}
    </ul>
  )
}

/** Where the focus goes when the button that has it goes away with its use. */
const focusItem = (item: Element | null | undefined) => item?.querySelector<HTMLElement>(opener)?.focus()

type ItemProps = { item: Notification; now: number; onLeave: () => void }

const Item = ({ item, now, onLeave }: ItemProps) => {
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
    // With a key held, the browser opens it beside this page.
    if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onLeave()
    const { pathname, search } = router.state.location
    void router.navigate({ href: addressFrom({ pathname, search }, target) })
  }
  const words = <Words item={item} now={now} />

  return (
    <li className={classes.item} data-unread={isUnread || undefined}>
      {target ? (
        <a className={classes.open} href={hrefOf(target)} onClick={open} data-opens>
          {words}
        </a>
      ) : (
        <button type="button" className={classes.open} onClick={view} data-opens>
          {words}
        </button>
      )}
      <div className={classes.actions}>
        {isUnread && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Mark as viewed: ${item.title}`}
            onClick={({ currentTarget }) => {
              focusItem(currentTarget.closest('li'))
              view()
            }}
          >
            <IconCheck size={16} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Delete: ${item.title}`}
          onClick={({ currentTarget }) => {
            const own = currentTarget.closest('li')
            focusItem(own?.nextElementSibling ?? own?.previousElementSibling)
            remove.mutate(item.id)
          }}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  )
}

const Words = ({ item: { title, description, createdAt, status }, now }: { item: Notification; now: number }) => (
  <>
    <span className={classes.title}>
      {status === 'UNCHECKED' && (
        <span className={classes.dot}>
          <Unseen>Unread: </Unseen>
        </span>
      )}
      {title}
    </span>
    {description && <span className={classes.about}>{description}</span>}
    <time className={classes.when} dateTime={createdAt}>
      {ago(createdAt, now)} · {format.dateTime(createdAt)} ET
    </time>
  </>
)
