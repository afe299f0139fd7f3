import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { requestText } from './lib/http-client.ts'
import type { Stage } from './lib/stage.ts'
import { lastTag, type PaceResult } from './pace.ts'

/** Polls of signed-in people at one process, and what others asked beside them. */
export type CrowdResult = { users: number; everyMs: number; polls: PaceResult; beside: PaceResult; cpuShare: number }

const pollPath = '/api/v1/notifications'
const everyMs = 3000

/**
 * So many people, each with a session and a connection of their own, poll every 3 s with the tag of the last answer,
 * while 50 other requests a second are answered: lists, cards, one SLV.
 */
export async function measureCrowd(
  stage: Stage,
  { users, seconds }: { users: number; seconds: number },
): Promise<CrowdResult> {
  const cookies = await signedIn(stage, users)
  const rate = users / (everyMs / 1000)
  const plans = cookies.map((cookie) => [
    requestText({ method: 'GET', path: pollPath, cookie, headers: { 'if-none-match': lastTag } }),
  ])
  const others = await othersOf(stage)
  // What others ask is prepared once, before anybody counts.
  for (const text of others) await stage.send(text)

  const watch = watchCpu(stage)
  const polls = stage.pace({ plans, rate, seconds, statuses: [200, 304], isWarmedUp: true })
  const beside = stage.pace({ plans: Array.from({ length: 50 }, () => others), rate: 50, seconds: seconds + 2 })
  // What was opened and asked for the first time is over by the second half.
  const cpu = polls.then(() => watch.shareOfLast((seconds * 1000) / 2))
  const results = await Promise.all([polls, beside, cpu])
  return { users, everyMs, polls: results[0], beside: results[1], cpuShare: results[2] }
}

/** Sessions of so many people, made at once; where there are fewer people, more sellers are. */
async function signedIn(stage: Stage, users: number): Promise<string[]> {
  await stage.rows(
    `with made as (
        insert into app_user (email, first_name, last_name, company_id)
        select 'crowd.' || n || '@seller.example', 'Seller', 'No ' || n, (select id from company where kind = 'SELLER' limit 1)
        from generate_series(1, $1::int - (select count(*)::int from app_user where status = 'ACTIVE')) as n
        returning id)
      insert into user_role (user_id, role, position) select id, 'SELLER', 0 from made`,
    [users],
  )
  const tokens = Array.from({ length: users }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest())
  await stage.rows(
    `insert into session (token_hash, user_id, created_at, last_used_at, ends_at, user_agent)
      select hash, person.id, now(), now(), now() + interval '12 hours', 'bench'
      from unnest($1::bytea[]) with ordinality as given (hash, n)
      join (select id, row_number() over (order by id) as n from app_user where status = 'ACTIVE') person using (n)`,
    [hashes],
  )
  return tokens
}

async function othersOf(stage: Stage): Promise<string[]> {
  const underwriter = await stage.signIn('underwriter.1@buyer.example')
  const seller = await stage.signIn('seller.2@b00001.example')
  const [slv] = await stage.rows<{ id: string }>(`select id from slv where status = 'REVIEW' limit 1`)
  const get = (cookie: string, path: string) => requestText({ method: 'GET', path: `/api/v1${path}`, cookie })
  return [
    get(underwriter, '/proxy-loans?tableMode=MY_OWN&sortBy=date&sortType=desc'),
    get(underwriter, '/proxy-loans?tableMode=ALL&sortBy=date&sortType=desc'),
    get(underwriter, '/proxy-loans/statistics?tableMode=MY_OWN'),
    get(underwriter, `/proxy-loan/${slv?.id}/detailed`),
    get(seller, '/proxy-loans?tableMode=MY_OWN&sortBy=date&sortType=desc'),
    get(seller, '/auth/profile'),
  ]
}

/** How much of a core the portal's process has, by what it used so far every quarter of a second. */
function watchCpu(stage: Stage) {
  const samples: { at: number; cpu: number }[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      samples.push({ at: performance.now(), cpu: await stage.cpu() })
      await pause(250)
    }
  })()
  return {
    shareOfLast: async (ms: number) => {
      isOver = true
      await watching
      const last = samples.at(-1)
      const first = samples.find(({ at }) => last && at > last.at - ms)
      return first && last && last.at > first.at ? (last.cpu - first.cpu) / (last.at - first.at) : 0
    },
  }
}
