import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Sent } from '../portal.ts'
import type { Stage } from './stage.ts'

const run = promisify(execFile)

/** True when the system has pgbench. */
export const hasPgbench = (): Promise<boolean> =>
  run('pgbench', ['--version']).then(
    () => true,
    () => false,
  )

/** A transaction as the portal sent it for one SLV, and what of it differs from one time to the next. */
export type Recorded = {
  sent: Sent[]
  slvId: string
  actorId: string
  /** Values that are another number each time, and from where to where. */
  counted: { value: string; from: number; to: number }[]
}

/** What the portal writes as an instant is the present one: pgbench writes its own, so that intervals end after they began. */
const isInstant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/**
 * A pgbench script that runs recorded transactions on one SLV after the other. Values travel as parameters of
 * prepared statements, as the portal's do; a null, which pgbench has no variable for, stands in the text.
 */
export function scriptFor(recorded: Recorded[]): { script: string; variables: Record<string, string> } {
  const variables: Record<string, string> = {}
  const lines: string[] = []
  recorded.forEach(({ sent, slvId, actorId, counted }, transaction) => {
    const drawn = new Map(counted.map(({ value }, index) => [value, `n${transaction}_${index}`]))
    for (const { value, from, to } of counted) lines.push(`\\set ${drawn.get(value)} random(${from}, ${to})`)
    for (const [statement, { text, values }] of sent.entries()) {
      const names = values.map((value, index) => {
        if (value === null || value === undefined) return 'null'
        if (value === slvId) return ':slv'
        if (value === `{"${slvId}"}`) return ':slv_list'
        if (value === actorId) return ':actor'
        const number = drawn.get(String(value))
        if (number) return `:${number}`
        if (isInstant.test(String(value))) return ':now'
        const name = `v${transaction}_${statement}_${index}`
        variables[name] = String(value)
        return `:${name}`
      })
      const oneLine = text.replace(/\s+/g, ' ')
      lines.push(`${oneLine.replace(/\$(\d+)/g, (_, index: string) => names[Number(index) - 1] ?? '')};`)
    }
  })
  return { script: `${lines.join('\n')}\n`, variables }
}

/** One connection's person and their SLV. */
export type Hand = { actorId: string; slvId: string }

/** Each client learns once, before its first transaction, whose hand it is: pgbench has no other text of its own per client. */
const learn = `\\if :knows = 0
select actor, slv, '{"' || slv::text || '"}' as slv_list from bench_hand where client = :client_id \\gset
\\set knows 1
\\endif
`

type Order = { stage: Stage; recorded: Recorded[]; hands: Hand[]; seconds: number }

/**
 * How many transactions a second pgbench gets through, with a client for each hand and a thread for each core. Each
 * client has an SLV of its own, so that nobody waits for somebody else's row, as the portal's connections have; and one
 * script, so that its statements are planned once.
 */
export async function runPgbench({ stage, recorded, hands, seconds }: Order): Promise<number> {
  await stage.rows('drop table if exists bench_hand')
  await stage.rows('create table bench_hand (client integer primary key, actor uuid, slv uuid)')
  for (const [client, { actorId, slvId }] of hands.entries())
    await stage.rows('insert into bench_hand values ($1, $2, $3)', [client, actorId, slvId])

  const folder = await mkdtemp(join(tmpdir(), 'portal-pgbench-'))
  try {
    const { script, variables } = scriptFor(recorded)
    const file = join(folder, 'transactions.sql')
    await writeFile(file, learn + script)
    const values = { ...variables, knows: '0', now: new Date().toISOString() }
    const { stdout } = await run('pgbench', [
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${hands.length}`,
      `--jobs=${Math.min(hands.length, availableParallelism())}`,
      `--time=${Math.ceil(seconds)}`,
      `--file=${file}`,
      ...Object.entries(values).map(([name, value]) => `--define=${name}=${value}`),
      stage.url,
    ]).catch((error: { stderr?: string }) => {
      throw new Error(`pgbench said:\n${error.stderr}`)
    })
    const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
    if (!Number.isFinite(rate)) throw new Error(`pgbench said:\n${stdout}`)
    return rate * recorded.length
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
