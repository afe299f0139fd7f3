import { createServer, type IncomingMessage } from 'node:http'
import type { NewWebhook } from '@portal/contract/integration/model'
import { webhookEvents } from '@portal/contract/integration/model'
import type { Actor, Permission } from '@portal/contract/user/model'
import { createDeliveries } from '../src/integration/webhooks/create-deliveries.ts'
import { createWebhook } from '../src/integration/webhooks/create-webhook.ts'
import { sendDelivery } from '../src/integration/webhooks/send-delivery.ts'
import type { Ctx } from '../src/lib/ctx.ts'
import type { Db } from '../src/lib/database/db.ts'
import { keys } from './http.ts'
import { listen } from './listen.ts'
import { findRows, jobsOf } from './rows.ts'
import { test as base } from './tdoc-makers.ts'

export const deps = { keys, allowsPrivate: true, webhookAllowPrivate: true }

type Received = {
  path: string
  body: string
  headers: IncomingMessage['headers']
}
type Answer = { status: number; headers?: Record<string, string> } | 'NEVER'

/**
 * A local webhook receiver, which returns 200 unless `answer` says otherwise.
 */
async function startReceiver(
  {},
  { onCleanup }: { onCleanup: (end: () => Promise<void>) => void },
) {
  const received: Received[] = []
  const receiver = {
    received,
    answer: { status: 200 } as Answer,
    url: '',
    stop: async () => {},
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      received.push({
        path: request.url ?? '',
        body: Buffer.concat(chunks).toString(),
        headers: request.headers,
      })
      const { answer } = receiver
      if (answer === 'NEVER') return
      response.writeHead(answer.status, answer.headers).end('x'.repeat(100_000))
    })
  })
  receiver.url = `http://127.0.0.1:${await listen(server)}/hook`
  receiver.stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  onCleanup(receiver.stop)
  return receiver
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** The payloads that were created for a webhook, in order. */
export const payloadsOf = async (
  db: Db,
  webhookId: string,
): Promise<{ type: string; data: { id: string } }[]> =>
  (await findRows(db, 'webhookDelivery', { webhookId })).map(({ payload }) =>
    JSON.parse(payload),
  )

export type SendOptions = { timeoutMs?: number; webhookAllowPrivate?: boolean }

/** Queued attempts that `sendQueued` has made. */
const made = new WeakMap<Db, Set<string>>()

/**
 * Makes the queued delivery attempts that weren't made yet, even those that
 * aren't due.
 */
export async function sendQueued(
  db: Db,
  clock: () => Date,
  more: SendOptions = {},
) {
  const done = made.get(db) ?? new Set()
  made.set(db, done)
  for (const job of await jobsOf<{ deliveryId: string; at: string }>(
    db,
    'send-delivery',
  )) {
    const key = `${job.deliveryId} ${job.at}`
    if (done.has(key)) continue
    done.add(key)
    await sendDelivery(
      { db, clock, keys, webhookAllowPrivate: true, ...more },
      job,
    )
  }
}

export const test = base
  .extend(
    'subscribe',
    ({}) =>
      async (ctx: Ctx, change: Partial<NewWebhook> = {}) => {
        const form = {
          name: 'Feed',
          url: 'http://127.0.0.1:9/hook',
          events: [...webhookEvents],
          ...change,
        }
        const isSeller = ctx.actor.role === 'SELLER'
        const events = isSeller
          ? form.events.filter((event) => event.startsWith('slv.'))
          : form.events
        const { secret, webhook } = await createWebhook(
          ctx,
          { ...form, events },
          deps,
        )
        return { secret, id: webhook.id }
      },
  )
  .extend('created', ({ committed, now }) => async (webhookId: string) => {
    await createDeliveries({ db: committed, now })
    return payloadsOf(committed, webhookId)
  })
  .extend(
    'takePermission',
    ({ committed }) =>
      ({ id }: Actor, permission: Permission) => {
        return committed
          .deleteFrom('userPermission')
          .where('userId', '=', id)
          .where('permission', '=', permission)
          .execute()
      },
  )
  .extend('receiver', startReceiver)
  .extend('otherReceiver', startReceiver)
