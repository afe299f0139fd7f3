import { tdocColumns } from '@portal/contract/tdoc/list-query'
import { type Asked, ask } from './asking.ts'
import { startChild } from './lib/child.ts'
import { requestText } from './lib/http-client.ts'
import { type Contest, contest } from './lib/rounds.ts'
import type { Stage } from './lib/stage.ts'
import type { Sent } from './portal.ts'

export type TdocResult = {
  tdocs: number
  list: (Contest & { name: string; p50: number; p99: number })[]
  /** Every tab, filter, sort, search and depth, one at a time; `statements` is the SQL that each sends. */
  asked: (Asked & { statements: number })[]
}

const underwriter = 'underwriter.1@buyer.example'
const reviewer = 'tpr.1@review-vendor-1.example'
const path = '/api/v1/tdocs'
const page = 'page=1&size=100'

/** What the bare server answers too: one tab by its own sort, a filter, a page far back. */
const contested = {
  'active tab by SLA': `tableMode=ACTIVE&${page}`,
  'complete by received date': `tableMode=ACTIVE&filterByValue=COMPLETE&sortBy=tdocReceivedDate&sortType=desc&${page}`,
  'purchased by seller': `tableMode=PURCHASED_POST_PURCHASED&sortBy=sellerName&${page}`,
}

const kinds: Record<string, string> = {
  ...Object.fromEntries(
    ['NEW', 'REVIEW_PENDING', 'COMPLETE'].map((status) => [
      `tab ${status}`,
      `tableMode=ACTIVE&filterByValue=${status}&${page}`,
    ]),
  ),
  'tab purchased': `tableMode=PURCHASED_POST_PURCHASED&${page}`,
  'filter by type': `tableMode=ACTIVE&filterBy=type&filterByValue=MANUAL&${page}`,
  'filter by answer': `tableMode=ACTIVE&filterBy=tprResponse&filterByValue=NOT_RECEIVED&${page}`,
  'filter by progress': `tableMode=ACTIVE&filterBy=progressTracking&filterByValue=IN_REVIEW&${page}`,
  'filter by vendor': `tableMode=ACTIVE&filterBy=vendorName&filterByValue=Review%20vendor%202&${page}`,
  ...Object.fromEntries(
    tdocColumns.flatMap((sort) =>
      ['asc', 'desc'].map((way) => [`by ${sort}, ${way}`, `tableMode=ACTIVE&sortBy=${sort}&sortType=${way}&${page}`]),
    ),
  ),
  ...Object.fromEntries(
    ['garcia', 'TD_0000', '700012', '.tif', 'zzz', 'g'].map((word) => [
      `search "${word}"`,
      `tableMode=ACTIVE&search=${encodeURIComponent(word)}&${page}`,
    ]),
  ),
  'page 500': 'tableMode=ACTIVE&sortBy=sellerName&page=500&size=100',
  'last page': 'tableMode=ACTIVE&sortBy=borrowerLastName&page=1200&size=100',
}

/** The lists of the condition manager; the first `most` of each kind alone, where that is said. */
export async function measureTdocs(
  stage: Stage,
  { rounds, seconds, times, most }: { rounds: number; seconds: number; times: number; most?: number },
): Promise<TdocResult> {
  const cookie = await stage.signIn(underwriter)
  const theirs = await stage.signIn(reviewer)
  const request = (query: string, whose = cookie) =>
    requestText({ method: 'GET', path: `${path}?${query}`, cookie: whose })
  const [count] = await stage.rows<{ n: string }>('select count(*) as n from tdoc')

  const questions = [
    ...Object.entries(kinds)
      .slice(0, most)
      .map(([name, query]) => ({ name, text: () => request(query) })),
    { name: "a reviewer's list", text: () => request(`tableMode=ACTIVE&${page}`, theirs) },
  ]
  const asked: TdocResult['asked'] = []
  for (const question of questions) {
    const [one] = await ask(stage, [question], times)
    const sent = await stage.listen(() => stage.send(question.text()))
    if (one) asked.push({ ...one, statements: sent.length })
  }
  return { tdocs: Number(count?.n), list: await againstBare(stage, request, { rounds, seconds, most }), asked }
}

/** The bare server runs all statements of a list one after the other, and answers the rows of the last. */
async function againstBare(
  stage: Stage,
  request: (query: string) => string,
  { rounds, seconds, most }: { rounds: number; seconds: number; most: number | undefined },
) {
  const bare = startChild('bare.ts', [stage.url])
  const results: TdocResult['list'] = []
  try {
    const barePort = await bare.ask<number>('port')
    const plansOf = (text: string) => Array.from({ length: stage.concurrency }, () => [text])
    for (const [name, query] of Object.entries(contested).slice(0, most)) {
      const text = request(query)
      await stage.send(text)
      const sent = await stage.listen(() => stage.send(text))
      const place = await bare.ask<number>(sent.filter((one): one is Sent => one.text.includes('tdoc')))
      const bareText = requestText({ method: 'GET', path: `/${place}` })
      let mine = { p50: 0, p99: 0 }
      const result = await contest(
        rounds,
        async () => {
          const run = await stage.run({ plans: plansOf(text), seconds, cycle: 1 })
          mine = run
          return run.perSecond
        },
        async () => (await stage.run({ port: barePort, plans: plansOf(bareText), seconds, cycle: 1 })).perSecond,
      )
      results.push({ name, ...result, p50: mine.p50, p99: mine.p99 })
    }
  } finally {
    await bare.stop()
  }
  return results
}
