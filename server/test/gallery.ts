import {
  type NotificationAction,
  notificationActions,
} from '@portal/contract/notification/model'
import { actionsFor } from '@portal/contract/notification/policy'
import { type Actor, type Role, roles } from '@portal/contract/user/model'
import { isPortalPath, redirectFor } from '@portal/contract/user/navigation'
import { managesEveryone } from '@portal/contract/user/policy'
import type { Sandbox } from '@portal/sandbox/start'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { sendGallery } from '../src/demo/send-gallery.ts'
import type { Db } from '../src/lib/database/db.ts'
import { type MailType, openMailer } from '../src/lib/integrations/mail.ts'
import { nameSender } from '../src/lib/integrations/render-mail.ts'
import { visibleSlvs } from '../src/slv/visible.ts'
import { visibleTdocs } from '../src/tdoc/visible.ts'
import { findPersonActor } from '../src/user/find-actor.ts'
import { now } from './fixture.ts'
import { keys } from './http.ts'
import { Mails } from './mailbox.ts'
import { findRow, findRows } from './rows.ts'

const brandName = 'Buyer'
const publicUrl = 'https://portal.example'

type Mail = Awaited<ReturnType<typeof sendAllMails>>['mails'][number]

/**
 * Sends the gallery to the sandbox's mailbox, and returns what arrived, with
 * the types that were sent.
 */
export async function sendAllMails(
  db: Db,
  sandbox: Pick<Sandbox, 'smtpUrl' | 'mailboxUrl'>,
) {
  const mailer = openMailer({
    url: sandbox.smtpUrl,
    from: { name: nameSender(brandName), address: 'no-reply@portal.example' },
  })
  const types = new Set<MailType>()
  const sent = await sendGallery({
    db,
    mailer: {
      ...mailer,
      send: (mail) => {
        types.add(mail.type)
        return mailer.send(mail)
      },
    },
    now,
    keys,
    brandName,
    publicUrl,
  })
  mailer.close()
  const answer = await fetch(`${sandbox.mailboxUrl}/messages`)
  const { items } = Mails.parse(await answer.json())
  expect(items).toHaveLength(sent)
  return { mails: items, types }
}

/** Last names of borrowers that no user has and that are no words of mails. */
async function findBorrowers(db: Db) {
  const { rows } = await sql<{ name: string }>`
    select borrower_last_name as name from slv
    union
    select borrower_last_name from tdoc
    except
    select last_name from app_user`.execute(db)
  return rows.flatMap(({ name }) => (name && name !== 'Price' ? [name] : []))
}

async function findReader(db: Db, { envelope }: Mail): Promise<Actor> {
  const email = envelope.to[0] ?? ''
  const { id } = await findRow(db, 'appUser', { email })
  const reader = await findPersonActor(db, id)
  if (!reader) throw new Error('There is no such reader')
  return reader
}

function expectReadableText(mail: Mail, reader: Actor, borrowers: RegExp) {
  const { subject } = mail
  expect(mail.from.name, subject).toBe('Buyer Loan Review')
  expect(subject).toMatch(/^\S.* · Buyer$/)
  for (const content of [mail.text, mail.html]) {
    // Tokens may contain any letters.
    const part = content.replace(/(unsubscribe|password)\/[\w-]+/g, '$1')
    expect(part.length, subject).toBeGreaterThan(100)
    expect(part, subject).not.toMatch(borrowers)
    expect(part, subject).not.toMatch(/undefined|null|NaN|\{who\}/)
    if (reader.role !== 'UNDERWRITER')
      expect(part, subject).not.toMatch(/SLR|trade desk/i)
  }
}

function expectLinksToOwnScreens({ subject, text }: Mail, reader: Actor) {
  const links = text.match(/https:\/\/\S+/g) ?? []
  const leadsNowhere = /^Your (sign-in code|account was deactivated)/
  expect(links.length > 0, subject).toBe(!leadsNowhere.test(subject))
  for (const link of links) {
    expect(link.startsWith(`${publicUrl}/`), link).toBe(true)
    const { pathname } = new URL(link.replace(/[).,]+$/, ''))
    expect(isPortalPath(pathname), `${subject}: ${link}`).toBe(true)
    const needsNoSession =
      pathname === '/' ||
      /^\/(unsubscribe|multi-factor-auth|decision)\//.test(pathname)
    if (!needsNoSession) expect(redirectFor(reader, pathname), link).toBeNull()
  }
}

/** What a link is about is something that the reader may see. */
function expectSeenIds({ subject, text }: Mail, seen: readonly string[]) {
  const linked = text.match(/https:\/\/\S+/g) ?? []
  const ids = linked
    .filter((link) => !link.includes('/unsubscribe/'))
    .flatMap((link) => link.match(/[\da-f]{8}-[\da-f-]{27}/g) ?? [])
  for (const id of ids) expect(seen, `${subject}: ${id}`).toContain(id)
}

/** The SLVs, Tdocs and people that a reader may open. */
async function findSeenIds(db: Db, actor: Actor): Promise<string[]> {
  const ctx = { db, actor }
  const slvs = await visibleSlvs(ctx).select('slv.id').execute()
  const tdocs = await visibleTdocs(ctx).select('tdoc.id').execute()
  const people = managesEveryone(actor) ? await findRows(db, 'appUser') : []
  return [...slvs, ...tdocs, ...people].map(({ id }) => id)
}

/** The demo's sellers manage no API keys and webhooks. */
const isForNoOne = (role: Role, action: NotificationAction) =>
  role === 'SELLER' && notificationActions[action].mail === 'INTEGRATION'

/**
 * Of each role someone gets each notification of that role. UBDD is BDD under
 * its older name, which the demo doesn't have.
 */
export async function expectEveryNotification(db: Db, mails: readonly Mail[]) {
  const missing = new Set(
    roles
      .filter((role) => role !== 'UBDD')
      .flatMap((role) =>
        actionsFor(role)
          .filter((action) => !isForNoOne(role, action))
          .map((action) => `${role}: ${notificationActions[action].title}`),
      ),
  )
  for (const mail of mails) {
    const { role } = await findReader(db, mail)
    const title = mail.subject.replace(/(: loan \S+)? · Buyer$/, '')
    missing.delete(`${role}: ${title}`)
  }
  expect([...missing]).toEqual([])
}

function expectHeaders({ headers, text }: Mail) {
  const findHeader = (name: string) =>
    headers.find((header) => header.name === name)?.value ?? ''
  expect(findHeader('message-id')).toMatch(/^<[^<>\s]+@portal\.example>$/)
  expect(findHeader('auto-submitted')).toBe('auto-generated')
  if (!text.includes('Stop emails like this')) return
  expect(findHeader('list-unsubscribe')).toMatch(/^<https:\/\/[^<>\s]+>$/)
  expect(findHeader('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
}

/**
 * Each mail has readable text, leads only to what its reader may open, and has
 * the headers of automatic mail.
 */
export async function expectGoodMails(db: Db, mails: readonly Mail[]) {
  const borrowers = await findBorrowers(db)
  expect(borrowers.length).toBeGreaterThan(20)
  const names = new RegExp(`\\b(?:${borrowers.join('|')})\\b`)
  const seenIds = new Map<string, string[]>()
  for (const mail of mails) {
    const reader = await findReader(db, mail)
    expectReadableText(mail, reader, names)
    expectLinksToOwnScreens(mail, reader)
    const seen = seenIds.get(reader.id) ?? (await findSeenIds(db, reader))
    seenIds.set(reader.id, seen)
    expectSeenIds(mail, seen)
    expectHeaders(mail)
  }
}
