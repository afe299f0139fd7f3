import { shown, table } from './lib/markdown.ts'
import type { Results } from './lib/results-file.ts'
import type { ScaleResult } from './scale.ts'

/** What a user and an SLV cost, from the figures. */
export function tellCosts({ sizes, found }: Results): string {
  const rows: (string | number)[][] = []
  const add = (what: string, value: string, from: string) => rows.push([what, value, from])
  const largest = Object.keys(sizes)
    .map(Number)
    .filter((slvs) => sizes[slvs]?.alone)
    .toSorted((a, b) => b - a)[0]
  const alone = largest === undefined ? undefined : sizes[largest]?.alone
  if (alone && largest) {
    const per = (megabytes: number) => `${shown((megabytes * 2 ** 20) / largest / 1024)} kB`
    add(
      'one SLV in the database, all of it: history, indexes, comments, notifications',
      per(alone.databaseMb),
      `${shown(alone.databaseMb / 1024)} GB with ${shown(largest, 0)} SLVs`,
    )
    add(
      'one SLV in the memory of each process that shows reporting',
      `${shown((alone.reporting.memoryMb * 2 ** 20) / largest, 0)} bytes`,
      `${shown(alone.reporting.memoryMb, 0)} MB`,
    )
    add(
      'one SLV in the first summary of a process',
      `${shown((alone.reporting.firstMs * 1000) / largest)} µs`,
      `${shown(alone.reporting.firstMs / 1000)} s`,
    )
  }
  const { crowd, screens } = found
  if (crowd) {
    const cores = crowd.cpuShare
    add(
      'one signed-in person who only polls',
      `${shown((cores / crowd.users) * 1e6, 0)} millionths of a core`,
      `${shown(crowd.users, 0)} people took ${shown(cores * 100, 0)} % of one, with 50 other requests a second`,
    )
    if (crowd.users >= 5000)
      add(
        'so one server process carries, polls alone',
        `about ${shown(Math.floor((0.8 * crowd.users) / cores / 1000) * 1000, 0)} people`,
        'at 80 % of a core',
      )
  }
  const costOf = (call: string) => screens?.find((one) => one.call.startsWith(call))
  for (const [what, call] of [
    ['a look at one’s own list', 'GET /proxy-loans?tableMode=MY_OWN'],
    ['an SLV opened', 'GET /proxy-loan/:id/detailed'],
    ['a field saved', 'PATCH /proxy-loan/:id'],
  ] as const) {
    const cost = costOf(call)
    if (cost)
      add(
        what,
        `${shown(cost.cpuMs)} ms of the process`,
        `${cost.statements} SQL statements, ${shown(cost.gzipped / 1000)} kB gzipped`,
      )
  }
  return rows.length > 0 ? table(['what', 'costs', 'from'], rows) : 'Not measured yet.'
}

/** The trial of two processes and a replica. */
export function tellTrial({ found, parts }: Results): string {
  const { scale } = found
  const run = parts.scale
  if (!scale || !run) return 'Not measured yet.'
  const { throughput, copy, lag, reporting, killed, replicaAway, promotedMs, follow } = scale
  const [one, two] = throughput
  return [
    `${run.at.slice(0, 16).replace('T', ' ')} UTC, ${shown(run.slvs, 0)} SLVs, load ${shown(run.loadBefore)} before it began. Processes, PostgreSQL, replica, balancer and the load shared the same two cores, so what two processes add here is a lower bound.`,
    table(
      ['what', 'figure'],
      [
        [
          'own list through the balancer, one process; two',
          `${shown(one?.list ?? Number.NaN, 0)}/s; ${shown(two?.list ?? Number.NaN, 0)}/s`,
        ],
        [
          'profile (no list, little SQL), one process; two',
          `${shown(one?.profile ?? Number.NaN, 0)}/s; ${shown(two?.profile ?? Number.NaN, 0)}/s`,
        ],
        [
          'one of two processes killed under 100 requests/s',
          `${shown(killed.failed, 0)} of ${shown(killed.answered + killed.failed, 0)} failed, within ${shown(killed.failedFor, 0)} ms; 99 % in ${shown(killed.p99)} ms`,
        ],
        ['a cold copy as the replica', `${shown(copy.megabytes, 0)} MB; the database rested ${shown(copy.seconds)} s`],
        [
          'the replica lags, at rest; while lists and saves run',
          `${shown(lag.rest.middle)} ms (${shown(lag.rest.most)} at most); ${shown(lag.busy.middle)} ms (${shown(lag.busy.most)})`,
        ],
        [
          'summary read from the replica: first; next; a change shows after',
          `${shown(reporting.firstMs, 0)} ms; ${shown(reporting.nextMs)} ms; ${shown(reporting.changeMs)} ms`,
        ],
        [
          'the replica is away',
          `summary answers ${replicaAway.summary}, lists ${replicaAway.list}; once it is back ${replicaAway.back} after ${shown(replicaAway.backMs, 0)} ms`,
        ],
        ['the primary is away: the replica promoted, until it took a write', `${shown(promotedMs, 0)} ms`],
        ...(follow ? followed(follow) : []),
      ],
    ),
  ].join('\n\n')
}

/** What the figures said of a standby that fell behind, was cut off and took over. */
const followed = (follow: NonNullable<ScaleResult['follow']>): [string, string][] => [
  [
    'figures of a replica say how old they are: level; replay paused; cut off from the primary',
    `${follow.saysLevel ? 'now' : 'not now'}; ${follow.saysBehind ? 'yes' : 'no'}; ${follow.saysCutOff ? 'yes' : 'no'}`,
  ],
  [
    'a node that had counted a commit which is lost when the standby takes over',
    `read everything anew in ${shown(follow.anewMs, 0)} ms; the figures are ${follow.isTruth ? 'what is there now' : 'NOT what is there now'}`,
  ],
]
