import type { Request } from 'autocannon'
import type { Row } from './goals.ts'
import { type Lab, underwriter } from './lab.ts'
import {
  type Call,
  connections,
  type Flood,
  flood,
  type Headers,
  send,
} from './load.ts'
import {
  countChanges,
  decideAndReopen,
  listDrafts,
  listReviews,
  saveDraft,
  type Work,
} from './work.ts'

type Load = Pick<Flood, 'plans' | 'status'> & { each: number }

/**
 * Measures what requests cost: CPU time, WAL and statements. Other programs on
 * the machine hardly change these figures.
 */
export async function measureCosts(lab: Lab): Promise<Row[]> {
  const [headers = {}] = await lab.signIn([underwriter])
  const reviews = await listReviews(lab)
  const drafts = await listDrafts(lab)
  const firstReview = reviews[0]?.[0]
  const firstDraft = drafts[0]?.[0]
  if (!firstReview || !firstDraft) throw new Error('There is nothing to change')

  const change = await measureLoad(lab, {
    plans: reviews.map((work) => work.flatMap(decideAndReopen)),
    each: countChanges(reviews),
  })
  const save = await measureLoad(lab, {
    plans: drafts.map((work) => work.map(saveDraft)),
    each: 40,
  })
  const view = await measureLoad(lab, {
    plans: reviews.map((work) => work.map(viewList)),
    each: 40,
  })
  const open = await measureLoad(lab, {
    plans: reviews.map((work) => work.map(openSlv)),
    each: 40,
  })
  const poll = await preparePoll(lab, headers)
  const unchanged = await measureLoad(lab, {
    plans: Array.from({ length: connections }, () => [poll]),
    each: 400,
    status: 304,
  })

  const [decide, reopen] = decideAndReopen(firstReview)
  const ask = (request: Request) => sendOnce(lab.url(), request)
  return [
    {
      goal: 'costs.change',
      value: change.node + change.database,
      details: {
        ...describeCost('a status change', change),
        ...describeCost('a save', save),
        ...describeCost('a list of 25 rows', view),
        ...describeCost('an SLV opened', open),
        ...describeCost('a poll (304)', unchanged),
      },
    },
    {
      goal: 'costs.wal',
      value: change.wal,
      details: { 'a save': save.wal },
    },
    {
      goal: 'costs.decisionStatements',
      value: await lab.medianStatements(
        () => ask(decide),
        () => ask(reopen),
      ),
    },
    {
      goal: 'costs.saveStatements',
      value: await lab.medianStatements(() => ask(saveDraft(firstDraft))),
    },
    {
      goal: 'costs.listStatements',
      value: await lab.medianStatements(() => ask(viewList(firstReview))),
      details: {
        'an SLV opened': await lab.medianStatements(() =>
          ask(openSlv(firstReview)),
        ),
      },
    },
  ]
}

/** Sends a request of a load, with a new key or amount if it has one. */
function sendOnce(url: string, request: Request) {
  const { setupRequest } = request
  const { method, path, headers, body } =
    typeof setupRequest === 'function' ? setupRequest(request, {}) : request
  return send(url, { method, path, headers, body } as Call)
}

const get = (path: string, headers: Headers): Request => ({
  method: 'GET',
  path,
  headers,
})

const viewList = ({ headers }: Work): Request =>
  get('/api/v1/proxy-loans?tableMode=MY_OWN', headers)

const openSlv = ({ id, headers }: Work): Request =>
  get(`/api/v1/proxy-loan/${id}/detailed`, headers)

/** A poll that has the current ETag. */
async function preparePoll(lab: Lab, headers: Headers): Promise<Request> {
  const path = '/api/v1/notifications'
  const response = await fetch(`${lab.url()}${path}`, { headers })
  await response.arrayBuffer()
  const etag = response.headers.get('etag') ?? ''
  return get(path, { ...headers, 'if-none-match': etag })
}

/** Of one request: ms of CPU time, and kB of WAL. */
type Cost = { node: number; database: number; wal: number }

/** The first run warms up, and writes whole pages after the checkpoint. */
async function measureLoad(lab: Lab, load: Load): Promise<Cost> {
  await lab.sql('checkpoint')
  await flood({ url: lab.url(), ...load })
  const before = await readUsage(lab)
  await flood({ url: lab.url(), ...load })
  const after = await readUsage(lab)
  const requests = load.plans.length * load.each
  return {
    node: ((after.node - before.node) * 1000) / requests,
    database: ((after.database - before.database) * 1000) / requests,
    wal: (after.wal - before.wal) / 1000 / requests,
  }
}

/** Seconds of CPU time, and bytes of WAL, since the start. */
async function readUsage(lab: Lab): Promise<Cost> {
  const [position] = await lab.sql<{ bytes: string }>(
    `select pg_current_wal_lsn() - '0/0' as bytes`,
  )
  return {
    node: await lab.processorTime(),
    database: await lab.databaseProcessorTime(),
    wal: Number(position?.bytes),
  }
}

const describeCost = (name: string, { node, database }: Cost) => ({
  [`${name}: Node, ms`]: node,
  [`${name}: PostgreSQL, ms`]: database,
})
