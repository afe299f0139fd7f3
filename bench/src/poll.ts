import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Row } from './goals.ts'
import type { Lab } from './lab.ts'
import { connections } from './lean.ts'
import { type Call, compare, flood, type Headers, paced, quantile, send } from './load.ts'

const path = '/api/v1/notifications'
const crowd = 10_000
const clickers = 200

/** The headers with which each of these sessions polls again: with the tag of its last answer. */
async function polling(lab: Lab, sessions: Headers[]): Promise<Headers[]> {
  const all: Headers[] = []
  const waiting = [...sessions.entries()]
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [index, headers] = next
      const answer = await fetch(`${lab.url}${path}`, { headers })
      await answer.arrayBuffer()
      all[index] = { ...headers, 'if-none-match': answer.headers.get('etag') ?? '' }
    }
  }
  await Promise.all(Array.from({ length: 32 }, work))
  return all
}

const get = (headers: Headers, from = path) => ({ method: 'GET' as const, path: from, headers })

export async function measurePolls(lab: Lab): Promise<Row[]> {
  const people = await lab.sql<{ email: string }>('select email from app_user order by id limit 2000')
  const emailOf = (n: number) => people[n % people.length]?.email ?? ''
  const sessions = await lab.signIn(Array.from({ length: crowd }, (_, n) => emailOf(n)))
  const polls = await polling(lab, sessions)

  const bare = fork(fileURLToPath(new URL('bare.ts', import.meta.url)))
  const [bareUrl] = (await once(bare, 'message')) as [string]
  const { share, ...rates } = await compare(
    () => flood({ url: lab.url, plans: polls.slice(0, connections).map((one) => [get(one)]), seconds: 2, status: 304 }),
    () =>
      flood({
        url: bareUrl,
        plans: polls.slice(0, connections).map((one) => [get(one, '/same')]),
        seconds: 2,
        status: 304,
      }),
  ).finally(() => bare.disconnect())

  const times = await pollAll(lab, polls)
  const clicks = await clicksOf(lab)
  // Everyone who clicks polls as well.
  const [clicked] = await Promise.all([
    paced({ rate: clickers / 5, seconds: 10, send: (turn) => send(lab.url, clicks[turn % clicks.length] as Call) }),
    paced({ rate: clickers / 3, seconds: 10, send: (turn) => send(lab.url, get(polls[turn % clickers] ?? {})) }),
  ])
  return [
    { goal: 'poll.unchanged', value: share, details: rates },
    { goal: 'poll.crowd', value: quantile(times, 0.99), details: { 'ms, median': quantile(times, 0.5) } },
    { goal: 'poll.click', value: quantile(clicked, 0.95), details: { 'ms, median': quantile(clicked, 0.5) } },
  ]
}

/** Everyone polls every 3 s over a connection of their own, on raw sockets: the client shares the machine. */
async function pollAll(lab: Lab, polls: Headers[]): Promise<number[]> {
  const { hostname, port } = new URL(lab.url)
  const sockets: Socket[] = []
  try {
    for (let n = 0; n < polls.length; n += 100)
      await Promise.all(
        polls.slice(n, n + 100).map(async () => {
          const socket = connect(Number(port), hostname)
          sockets.push(socket)
          await once(socket, 'connect')
        }),
      )
    const texts = polls.map((headers) => {
      const lines = Object.entries({ host: 'portal', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
      return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
    })
    const poll = async (turn: number) => {
      const socket = sockets[turn % sockets.length]
      socket?.write(texts[turn % texts.length] ?? '')
      const [head] = (await once(socket as Socket, 'data')) as [Buffer]
      if (!head.toString('latin1', 0, 12).endsWith('304')) throw new Error(`A poll was answered ${head}`)
    }
    return await paced({ rate: polls.length / 3, seconds: 9, send: poll })
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

/** What people at work do in turn: their list, their cards, an SLV, its history, a save. */
async function clicksOf(lab: Lab): Promise<Call[]> {
  const users = await lab.sql<{ email: string; id: string }>(
    `(select email, min(slv.id::text) as id from slv join app_user on app_user.id = seller_id
        where slv.status = 'DRAFT' group by email limit 150)
      union all
      (select email, min(slv.id::text) from slv join app_user on app_user.id = underwriter_id
        where slv.status = 'REVIEW' group by email limit 50)`,
  )
  const sessions = await lab.signIn(users.map(({ email }) => email))
  const kinds: ((id: string, amount: number) => Omit<Call, 'headers'>)[] = [
    () => ({ path: '/api/v1/proxy-loans?tableMode=MY_OWN&sortBy=date&sortType=desc' }),
    () => ({ path: '/api/v1/proxy-loans/statistics?tableMode=MY_OWN' }),
    (id) => ({ path: `/api/v1/proxy-loan/${id}/detailed` }),
    (id) => ({ method: 'POST', path: `/api/v1/proxy-loan-history/${id}`, body: '{}' }),
    (id, n) => ({ method: 'PATCH', path: `/api/v1/proxy-loan/${id}`, body: `{"loanAmount":${300_000 + n}}` }),
  ]
  const json = { 'content-type': 'application/json' }
  return kinds.flatMap((kind) =>
    users.map(({ id }, index) => {
      const call = kind(id, index)
      return { ...call, headers: { ...sessions[index], ...(call.body ? json : {}) } }
    }),
  )
}
