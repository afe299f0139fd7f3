import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Sent } from '../portal.ts'

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
export function scriptFor(
  recorded: Recorded[],
  slvVariable: string,
): { script: string; variables: Record<string, string> } {
  const variables: Record<string, string> = {}
  const lines: string[] = []
  recorded.forEach(({ sent, slvId, actorId, counted }, transaction) => {
    const drawn = new Map(counted.map(({ value }, index) => [value, `n${transaction}_${index}`]))
    for (const { value, from, to } of counted) lines.push(`\\set ${drawn.get(value)} random(${from}, ${to})`)
    for (const [statement, { text, values }] of sent.entries()) {
      const names = values.map((value, index) => {
        if (value === null || value === undefined) return 'null'
        if (value === slvId) return `:${slvVariable}`
        if (value === `{"${slvId}"}`) return `:${slvVariable}_list`
        if (value === actorId) return ':actor'
        const number = drawn.get(String(value))
        if (number) return `:${number}`
        if (isInstant.test(String(value))) return ':now'
        const name = `v${transaction}_${statement}_${index}`
        variables[name] = String(value)
        return `:${name}`
      })
      lines.push(
        `${text.replace(/\s+/g, ' ').replace(/\$(\d+)/g, (_, index: string) => names[Number(index) - 1] ?? '')};`,
      )
    }
  })
  return { script: `${lines.join('\n')}\n`, variables }
}

/** One connection's person and their SLVs. */
export type Hand = { actorId: string; ids: string[] }

type Order = { url: string; recorded: Recorded[]; hands: Hand[]; seconds: number }

/**
 * How many transactions a second pgbench gets through: one pgbench per connection, each on SLVs of its own, as many
 * scripts as SLVs, so that nobody waits for somebody else's row. The portal's connections do the same.
 */
export async function runPgbench({ url, recorded, hands, seconds }: Order): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-pgbench-'))
  try {
    const most = Math.max(...hands.map(({ ids }) => ids.length))
    const variables: Record<string, string> = {}
    const files: string[] = []
    for (let index = 0; index < most; index++) {
      const made = scriptFor(recorded, `slv${index}`)
      Object.assign(variables, made.variables)
      const file = join(folder, `${index}.sql`)
      await writeFile(file, made.script)
      files.push(file)
    }
    const runs = await Promise.all(
      hands.map(async ({ actorId, ids }) => {
        const all = {
          ...variables,
          now: new Date().toISOString(),
          ...Object.fromEntries(
            ids.flatMap((id, index) => [
              [`slv${index}`, id],
              [`slv${index}_list`, `{"${id}"}`],
            ]),
          ),
          actor: actorId,
        }
        const { stdout } = await run('pgbench', [
          '--no-vacuum',
          '--protocol=prepared',
          '--client=1',
          `--time=${seconds}`,
          ...files.map((file) => `--file=${file}`),
          ...Object.entries(all).map(([name, value]) => `--define=${name}=${value}`),
          url,
        ]).catch((error: { stderr?: string }) => {
          throw new Error(`pgbench said:\n${error.stderr}`)
        })
        const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
        if (!Number.isFinite(rate)) throw new Error(`pgbench said:\n${stdout}`)
        return rate
      }),
    )
    return runs.reduce((sum, rate) => sum + rate, 0) * recorded.length
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
