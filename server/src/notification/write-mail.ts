import {
  findQuietEnd,
  type MailKind,
  mailKinds,
} from '@portal/contract/notification/mail'
import {
  type Notification,
  notificationActions,
} from '@portal/contract/notification/model'
import { findTarget, toHref } from '@portal/contract/notification/target'
import { mailTexts } from '@portal/contract/notification/texts'
import type { Role } from '@portal/contract/user/model'
import {
  mailSettingsPath,
  unsubscribePath,
} from '@portal/contract/user/navigation'
import { type Mail, toMailKey } from '../lib/integrations/mail.ts'
import {
  greeting,
  nameSender,
  type Part,
  renderMail,
} from '../lib/integrations/render-mail.ts'
import type { Keys } from '../lib/integrations/secret-key.ts'
import type { NotificationFacts } from './find-facts.ts'
import { toUnsubscribeToken } from './unsubscribe.ts'

/** A notification with what its email says. */
export type MailedEvent = Pick<Notification, 'id' | 'title' | 'action'> &
  NotificationFacts & {
    entityId: string | null
    createdAt: Date
    loanNumber: string | null
    /** Null if time caused it. */
    actorName: string | null
    /** Whether it waited for the daily email. */
    isDaily: boolean
  }

type Reader = { id: string; email: string; firstName: string; role: Role }

export type WriteMailDeps = {
  now: Date
  keys: Keys
  brandName: string
  publicUrl: string
}

type Events = {
  to: Reader
  events: readonly MailedEvent[]
  /** How many more there are. */
  more: number
}

/** One email about one or several notifications, as plain text and as HTML. */
export function writeNotificationMail(
  deps: WriteMailDeps,
  { to, events, more }: Events,
): Mail {
  const count = events.length + more
  const single = count === 1 ? events[0] : undefined
  const title = single ? describeTitle(single) : `${count} notifications`
  const parts: Part[] = [greeting(to.firstName)]
  if (!single) parts.push(`You have ${count} new notifications:`)
  for (const event of events) parts.push(...toParts(deps, to.role, event))
  if (more > 0)
    parts.push({
      link: `${deps.publicUrl}/`,
      label: `See ${more} more in the portal`,
    })
  const kinds = new Set(
    events.map(({ action }) => notificationActions[action].mail),
  )
  return {
    type: 'NOTIFICATIONS',
    to: to.email,
    subject: `${title} · ${deps.brandName}`,
    ...addUnsubscribe(deps, to.id, [...kinds], parts),
    key: toMailKey(events.map(({ id }) => id).join()),
  }
}

const describeTitle = ({ title, loanNumber }: MailedEvent) =>
  loanNumber ? `${title}: loan ${loanNumber}` : title

function toParts(deps: WriteMailDeps, role: Role, event: MailedEvent): Part[] {
  const { what, next, button } = mailTexts[event.action]
  const target = findTarget(event, role)
  const who = event.actorName ?? nameSender(deps.brandName)
  const parts: Part[] = [
    { heading: describeTitle(event) },
    what.replace('{who}', who),
  ]
  if (event.facts.length > 0) parts.push({ facts: event.facts })
  if (event.quote !== null) parts.push({ quote: event.quote })
  if (next) parts.push(next)
  parts.push(
    {
      link: `${deps.publicUrl}${target ? toHref(target) : '/'}`,
      label: button,
    },
    { note: describeTime(deps.now, event) },
  )
  return parts
}

/** After this time, an email says that it is late (ms). */
const lateMs = 15 * 60_000

/** When it happened, and why the email comes later. */
function describeTime(
  now: Date,
  { createdAt, isDaily, action }: MailedEvent,
): string {
  const time = formatTime(createdAt)
  const isLate = now.getTime() - createdAt.getTime() > lateMs
  if (!isLate) return time
  if (isDaily) return `This happened ${time}.`
  const quietEnd = findQuietEnd(createdAt)
  const waited =
    quietEnd !== null &&
    now.getTime() - quietEnd.getTime() <= lateMs &&
    notificationActions[action].mail !== 'ACCESS'
  return waited
    ? `This happened ${time}. Emails wait from 8 PM to 7 AM ET.`
    : `This email is late. It happened ${time}.`
}

const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  dateStyle: 'medium',
  timeStyle: 'short',
})

const formatTime = (at: Date) =>
  `${newYork.format(at).replaceAll(/\s/g, ' ')} ET`

/** Renders an email of these kinds, with how to stop them. */
export function addUnsubscribe(
  { keys, brandName, publicUrl }: Omit<WriteMailDeps, 'now'>,
  userId: string,
  kinds: readonly MailKind[],
  parts: readonly Part[],
): Pick<Mail, 'text' | 'html' | 'unsubscribeUrl'> {
  const token = toUnsubscribeToken(keys, { userId, kinds })
  const labels = kinds.map((kind) => `"${mailKinds[kind].label}"`).join(', ')
  return {
    ...renderMail({
      brandName,
      parts,
      reason: `You get this email because your emails about ${labels} are on.`,
      links: [
        {
          label: 'Choose your emails',
          link: `${publicUrl}${mailSettingsPath}`,
        },
        {
          label: 'Stop emails like this',
          link: `${publicUrl}${unsubscribePath}/${token}`,
        },
      ],
    }),
    unsubscribeUrl: `${publicUrl}/api/v1/notifications/unsubscribe/${token}`,
  }
}
