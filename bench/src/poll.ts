import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Row } from './goals.ts'
import type { Lab } from './lab.ts'
import {
  compare,
  connections,
  flood,
  type Headers,
  paced,
  quantile,
} from './load.ts'

const path = '/api/v1/notifications'
const sessionCount = 10_000
const pollSeconds = 3

const createPoll = (headers: Headers, pollPath = path) => ({
  method: 'GET' as const,
  path: pollPath,
  headers,
})
type Poll = ReturnType<typeof createPoll>

/** Measures polls against a bare server, and polls of 10,000 sessions. */
export async function measurePolls(lab: Lab): Promise<Row[]> {
  const people = await lab.sql<{ email: string }>(
    'select email from app_user order by id limit 2000',
  )
  const emails = Array.from(
    { length: sessionCount },
    (_, index) => people[index % people.length]?.email ?? '',
  )
  const sessions = await lab.signIn(emails)
  const polls = await pollEachOnce(lab, sessions)

  const unchanged = await comparePolls(lab, polls)
  const pollTimes = await pollAll(lab, polls)
  const failed = pollTimes.filter((ms) => ms === Number.POSITIVE_INFINITY)
  return [
    { goal: 'poll.unchanged', ...unchanged },
    {
      goal: 'poll.crowd',
      value: quantile(pollTimes, 0.99),
      details: {
        'median, ms': quantile(pollTimes, 0.5),
        failed: failed.length,
      },
    },
  ]
}

/**
 * Polls once for each session, 50 at a time. Returns the next polls, which have
 * the ETag of the first response and so are answered 304.
 */
async function pollEachOnce(lab: Lab, sessions: Headers[]): Promise<Poll[]> {
  const pollOnce = async (headers: Headers) => {
    const response = await fetch(`${lab.url()}${path}`, { headers })
    await response.arrayBuffer()
    const etag = response.headers.get('etag') ?? ''
    return createPoll({ ...headers, 'if-none-match': etag })
  }
  const polls: Poll[] = []
  for (let start = 0; start < sessions.length; start += 50) {
    const batch = sessions.slice(start, start + 50)
    polls.push(...(await Promise.all(batch.map(pollOnce))))
  }
  return polls
}

/** Compares the portal with a bare server that only answers 304. */
async function comparePolls(lab: Lab, polls: Poll[]) {
  using bare = await lab.startBare()
  const firstPolls = polls.slice(0, connections)
  const pollPortal = () =>
    flood({
      url: lab.url(),
      plans: firstPolls.map((poll) => [poll]),
      seconds: 2,
      status: 304,
    })
  const pollBare = () =>
    flood({
      url: bare.url,
      plans: firstPolls.map(({ headers }) => [createPoll(headers, '/poll')]),
      seconds: 2,
      status: 304,
    })
  // Awaited here, as the bare server stops with this function.
  return await compare(pollPortal, pollBare)
}

/**
 * Each session polls every 3 s over its own raw socket, since the client shares
 * the machine. A failed poll counts as infinitely slow.
 */
async function pollAll(lab: Lab, polls: Poll[]): Promise<number[]> {
  const sockets: Socket[] = []
  try {
    await openSockets(lab.url(), polls.length, sockets)
    const requests = polls.map(({ headers }) => requestText(headers))
    const times: number[] = []
    const sendOne = async (turn: number) => {
      const socket = sockets[turn % sockets.length] as Socket
      const request = requests[turn % requests.length] ?? ''
      const startedAt = performance.now()
      const isGood = await sendRaw(socket, request)
      const elapsed = performance.now() - startedAt
      times.push(isGood ? elapsed : Number.POSITIVE_INFINITY)
    }
    await paced({ rate: polls.length / pollSeconds, seconds: 9, send: sendOne })
    return times
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

/** Opens connections, which are added to `sockets` to be closed. */
async function openSockets(url: string, count: number, sockets: Socket[]) {
  const { hostname, port } = new URL(url)
  while (sockets.length < count) {
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    await once(socket, 'connect')
  }
}

function requestText(headers: Headers): string {
  const lines = Object.entries({ host: 'portal', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** Returns whether the answer is 200 or 304. */
async function sendRaw(socket: Socket, request: string): Promise<boolean> {
  const answered = new Promise<Buffer | undefined>((resolve) => {
    socket.once('data', resolve)
    socket.once('close', () => resolve(undefined))
  })
  socket.write(request)
  const answer = await answered
  const firstLine = answer?.toString('latin1', 0, 20) ?? ''
  return /^HTTP\/1.1 (200|304)/.test(firstLine)
}
