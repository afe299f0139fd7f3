import type { Row } from './goals.ts'
import type { Lab } from './lab.ts'
import { compare, flood } from './load.ts'
import { listPolls } from './work.ts'

/** Compares polls that find nothing new with a bare server that answers 304. */
export async function measurePolls(lab: Lab): Promise<Row[]> {
  using bare = await lab.startBare()
  const portalPlans = await listPolls(lab)
  const barePlans = portalPlans.map(([poll]) => [{ ...poll, path: '/poll' }])
  const compared = await compare(
    () =>
      flood({ url: lab.url(), plans: portalPlans, seconds: 2, status: 304 }),
    () => flood({ url: bare.url, plans: barePlans, seconds: 2, status: 304 }),
  )
  return [{ goal: 'poll.unchanged', ...compared }]
}
