import type { Request } from 'autocannon'
import type { Row } from './goals.ts'
import type { Lab } from './lab.ts'
import { type Flood, flood } from './load.ts'
import {
  countChanges,
  decideAndReopen,
  listDrafts,
  listPolls,
  listReviews,
  openSlv,
  saveDraft,
  viewList,
  type Work,
} from './work.ts'

type Load = Pick<Flood, 'plans' | 'status'> & { each: number }

/**
 * Measures what requests cost: CPU time, WAL and statements. Other programs on
 * the machine change these figures less than rates.
 */
export async function measureCosts(lab: Lab): Promise<Row[]> {
  const reviews = await listReviews(lab)
  const drafts = await listDrafts(lab)
  const change = await measureLoad(lab, {
    plans: reviews.map((work) => work.flatMap(decideAndReopen)),
    each: countChanges(reviews),
  })
  const measureEach = (works: Work[][], create: (work: Work) => Request) =>
    measureLoad(lab, { plans: works.map((work) => work.map(create)), each: 40 })
  const save = await measureEach(drafts, saveDraft)
  const view = await measureEach(reviews, viewList)
  const open = await measureEach(reviews, openSlv)
  const poll = await measureLoad(lab, {
    plans: await listPolls(lab),
    each: 400,
    status: 304,
  })
  const details = {
    ...describeCost('a status change', change),
    ...describeCost('a save', save),
    ...describeCost('a list of 25 rows', view),
    ...describeCost('an SLV opened', open),
    ...describeCost('a poll (304)', poll),
  }
  return [
    { goal: 'costs.change', value: change.node + change.database, details },
    { goal: 'costs.wal', value: change.wal, details: { 'a save': save.wal } },
    ...(await countStatements(lab, reviews[0]?.[0], drafts[0]?.[0])),
  ]
}

async function countStatements(
  lab: Lab,
  review: Work | undefined,
  draft: Work | undefined,
): Promise<Row[]> {
  if (!review || !draft) throw new Error('There is nothing to change')
  const ask = (request: Request) =>
    flood({ url: lab.url(), plans: [[request]], each: 1 })
  const [decide, reopen] = decideAndReopen(review)
  const decision = await lab.medianStatements(
    () => ask(decide),
    () => ask(reopen),
  )
  const save = await lab.medianStatements(() => ask(saveDraft(draft)))
  const view = await lab.medianStatements(() => ask(viewList(review)))
  return [
    { goal: 'costs.decisionStatements', value: decision },
    { goal: 'costs.saveStatements', value: save },
    { goal: 'costs.listStatements', value: view },
  ]
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
