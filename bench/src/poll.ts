import { setTimeout as pause } from 'node:timers/promises'
import { startChild } from './lib/child.ts'
import { requestText } from './lib/http-client.ts'
import { type Contest, contest } from './lib/rounds.ts'
import type { Stage } from './lib/stage.ts'

const path = '/api/v1/notifications'

/** `statements`: SQL that such a poll sends. */
export type PollResult = Contest & { name: string; p50: number; p99: number; statements: number }

/** Polls of people with 30 notifications each, to whom nothing new was told (304), against a bare Fastify that answers 304. */
export async function measurePolls(
  stage: Stage,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<PollResult[]> {
  const people = await stage.rows<{ id: string; email: string }>(
    `select id, email from app_user where status = 'ACTIVE' order by email limit $1`,
    [stage.concurrency],
  )
  await stage.rows(
    `insert into notification (user_id, type, action, title, description, created_at)
      select id, 'PROXY_LOAN', 'REASSIGNED', 'An SLV was assigned to you', '7001234 · Marlow', now()
      from app_user, generate_series(1, 30) where id = any($1::uuid[])`,
    [people.map(({ id }) => id)],
  )
  await pause(1100) // until the portal has heard of it, and remembers what it reads from now on
  const plans: string[][] = []
  for (const { email } of people) {
    const cookie = await stage.signIn(email)
    const { head } = await stage.send(requestText({ method: 'GET', path, cookie }))
    const tag = /^etag: (.+)$/im.exec(head)?.[1]?.trim() ?? ''
    plans.push([requestText({ method: 'GET', path, cookie, headers: { 'if-none-match': tag } })])
  }
  const [tagged = ''] = plans[0] ?? []
  const sent = await stage.listen(() => stage.run({ plans: [[tagged, tagged]], seconds: 0, cycle: 2, status: 304 }))
  const ours = sent.filter(({ text }) => text.includes('"notification"'))

  const bare = startChild('bare.ts', [stage.url])
  const barePort = await bare.ask<number>('port')
  const same = requestText({ method: 'GET', path: '/same', headers: { 'if-none-match': 'W/"tag"' } })
  const barePlans = plans.map(() => [same])
  let mine = { p50: 0, p99: 0 }
  try {
    const result = await contest(
      rounds,
      async () => {
        const run = await stage.run({ plans, seconds, cycle: 1, status: 304 })
        mine = { p50: run.p50, p99: run.p99 }
        return run.perSecond
      },
      async () => (await stage.run({ port: barePort, plans: barePlans, seconds, cycle: 1, status: 304 })).perSecond,
    )
    return [{ name: 'notifications, nothing new (304)', ...result, ...mine, statements: ours.length }]
  } finally {
    await bare.stop()
  }
}
