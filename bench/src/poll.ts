import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Row } from './goals.ts'
import type { Lab } from './lab.ts'
import { connections } from './lean.ts'
import {
  type Call,
  compare,
  flood,
  type Headers,
  paced,
  quantile,
  send,
} from './load.ts'

const path = '/api/v1/notifications'
const crowd = 10_000
const clickers = 200

const poll = (headers: Headers, from = path) => ({
  method: 'GET' as const,
  path: from,
  headers,
})

async function pollsOf(lab: Lab, sessions: Headers[]) {
  const tagged = async (headers: Headers) => {
    const answer = await fetch(`${lab.url()}${path}`, { headers })
    await answer.arrayBuffer()
    return poll({
      ...headers,
      'if-none-match': answer.headers.get('etag') ?? '',
    })
  }
  const polls: ReturnType<typeof poll>[] = []
  for (let n = 0; n < sessions.length; n += 50)
    polls.push(...(await Promise.all(sessions.slice(n, n + 50).map(tagged))))
  return polls
}

/**
 * Measures polls against a bare server, polls of 10,000 sessions, and clicks of
 * active users, who poll as well.
 */
export async function measurePolls(lab: Lab): Promise<Row[]> {
  const people = await lab.sql<{ email: string }>(
    'select email from app_user order by id limit 2000',
  )
  const emails = Array.from(
    { length: crowd },
    (_, n) => people[n % people.length]?.email ?? '',
  )
  const polls = await pollsOf(lab, await lab.signIn(emails))

  const bare = fork(fileURLToPath(new URL('bare.ts', import.meta.url)))
  const [bareUrl] = (await once(bare, 'message')) as [string]
  const sixteen = polls.slice(0, connections)
  const { share, ...rates } = await compare(
    () =>
      flood({
        url: lab.url(),
        plans: sixteen.map((one) => [one]),
        seconds: 2,
        status: 304,
      }),
    () =>
      flood({
        url: bareUrl,
        plans: sixteen.map(({ headers }) => [poll(headers, '/same')]),
        seconds: 2,
        status: 304,
      }),
  ).finally(() => bare.disconnect())

  const crowded = await pollAll(lab, polls)
  const clickOf = await clicksOf(lab)
  const [clicked] = await Promise.all([
    paced({
      rate: clickers / 5,
      seconds: 10,
      send: (turn) => send(lab.url(), clickOf(turn)),
    }),
    paced({
      rate: clickers / 3,
      seconds: 10,
      send: (turn) => send(lab.url(), polls[turn % clickers] as Call),
    }),
  ])
  const failed = crowded.filter((ms) => ms === Number.POSITIVE_INFINITY).length
  const median = (times: number[]) => ({ 'median, ms': quantile(times, 0.5) })
  return [
    { goal: 'poll.unchanged', value: share, details: rates },
    {
      goal: 'poll.crowd',
      value: quantile(crowded, 0.99),
      details: { ...median(crowded), failed },
    },
    {
      goal: 'poll.click',
      value: quantile(clicked, 0.95),
      details: median(clicked),
    },
  ]
}

/**
 * Each session polls every 3 s over its own raw socket, since the client shares
 * the machine. A failed poll counts as infinitely slow.
 */
async function pollAll(lab: Lab, polls: Call[]): Promise<number[]> {
  const { hostname, port } = new URL(lab.url())
  const sockets: Socket[] = []
  try {
    while (sockets.length < polls.length) {
      const socket = connect(Number(port), hostname)
      sockets.push(socket)
      await once(socket, 'connect')
    }
    const texts = polls.map(({ headers }) => {
      const lines = Object.entries({ host: 'portal', ...headers }).map(
        ([name, value]) => `${name}: ${value}\r\n`,
      )
      return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
    })
    const times: number[] = []
    const sendOne = async (turn: number) => {
      const began = performance.now()
      const socket = sockets[turn % sockets.length] as Socket
      const answered = new Promise<Buffer | undefined>((resolve) => {
        socket.once('data', resolve)
        socket.once('close', () => resolve(undefined))
      })
      socket.write(texts[turn % texts.length] ?? '')
      const isGood = /^HTTP\/1.1 (200|304)/.test(
        (await answered)?.toString('latin1', 0, 20) ?? '',
      )
      times.push(isGood ? performance.now() - began : Number.POSITIVE_INFINITY)
    }
    await paced({ rate: polls.length / 3, seconds: 9, send: sendOne })
    return times
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

/**
 * What active users do, in rotation: open their list, their cards, an SLV, its
 * history, and save.
 */
async function clicksOf(lab: Lab): Promise<(turn: number) => Call> {
  const users = await lab.sql<{ email: string; id: string }>(
    `(
      select app_user.email, min(slv.id::text) as id
      from slv
        join app_user on app_user.id = seller_id
      where slv.status = 'DRAFT'
      group by app_user.email
      limit 150
    )
    union all
    (
      select app_user.email, min(slv.id::text)
      from slv
        join app_user on app_user.id = underwriter_id
      where slv.status = 'REVIEW'
      group by app_user.email
      limit 50
    )`,
  )
  const sessions = await lab.signIn(users.map(({ email }) => email))
  const slv = '/api/v1/proxy-loan'
  const kinds: ((id: string, turn: number) => Omit<Call, 'headers'>)[] = [
    () => ({ path: `${slv}s?tableMode=MY_OWN&sortBy=date&sortType=desc` }),
    () => ({ path: `${slv}s/statistics?tableMode=MY_OWN` }),
    (id) => ({ path: `${slv}/${id}/detailed` }),
    (id) => ({ method: 'POST', path: `${slv}-history/${id}`, body: '{}' }),
    (id, turn) => ({
      method: 'PATCH',
      path: `${slv}/${id}`,
      body: `{"loanAmount":${300_000 + turn}}`,
    }),
  ]
  return (turn) => {
    const user = turn % users.length
    const call = (kinds[turn % kinds.length] as (typeof kinds)[number])(
      users[user]?.id ?? '',
      turn,
    )
    return {
      ...call,
      headers: {
        ...sessions[user],
        ...(call.body && { 'content-type': 'application/json' }),
      },
    }
  }
}
