import type { Row } from './goals.ts'
import type { Lab } from './lab.ts'
import { compare, flood } from './load.ts'
import {
  countChanges,
  decideAndReopen,
  listDrafts,
  listReviews,
  saveAmount,
  saveDraft,
  type Work,
} from './work.ts'

/**
 * Sixteen connections decide and reopen all SLVs in review, and save drafts, as
 * fast as they are answered; the bare server does the same in between.
 */
export async function measureWrites(lab: Lab): Promise<Row[]> {
  using bare = await lab.startBare()
  const reviews = await listReviews(lab)
  const changes = await compareChanges(lab, bare.url, reviews)
  const drafts = await listDrafts(lab)
  const saves = await compareSaves(lab, bare.url, drafts)
  return [
    { goal: 'write.statusChange', ...changes },
    { goal: 'write.autosave', ...saves },
  ]
}

async function compareChanges(lab: Lab, bareUrl: string, reviews: Work[][]) {
  const each = countChanges(reviews)
  const portalPlans = reviews.map((work) => work.flatMap(decideAndReopen))
  const barePlans = reviews.map((work) =>
    work.flatMap(({ id }) => {
      const change = { method: 'POST' as const, path: `/slv/${id}/status` }
      return [change, change]
    }),
  )
  return compare(
    () => flood({ url: lab.url(), plans: portalPlans, each }),
    () => flood({ url: bareUrl, plans: barePlans, each }),
  )
}

async function compareSaves(lab: Lab, bareUrl: string, drafts: Work[][]) {
  const portalPlans = drafts.map((work) => work.map(saveDraft))
  const barePlans = drafts.map((work) =>
    work.map(({ id }) => saveAmount(`/slv/${id}`, {})),
  )
  return compare(
    () => flood({ url: lab.url(), plans: portalPlans, seconds: 3 }),
    () => flood({ url: bareUrl, plans: barePlans, seconds: 3 }),
  )
}
