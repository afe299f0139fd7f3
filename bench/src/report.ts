import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { between, shown, table } from './lib/markdown.ts'
import type { Results } from './lib/results-file.ts'
import { tellDetails } from './tell-details.ts'
import { drawGrowth, tellGrowth } from './tell-growth.ts'
import { tellCosts, tellTrial } from './tell-scale.ts'

const docs = new URL('../../docs/', import.meta.url)

function tellGoals({ figures, machine, at, effort, missing }: Results): string {
  const all = Object.entries(figures)
  const missed = all.filter(([, { met }]) => !met)
  const rows = all.map(([name, { value, unit, goal, met }]) => {
    const isMost = !/^share|^rows/.test(unit)
    return [name, `**${shown(value)}**`, `${isMost ? '≤' : '≥'} ${shown(goal)}`, met ? 'met' : '**missed**', unit]
  })
  return [
    `Measured ${at.slice(0, 16).replace('T', ' ')} UTC on ${machine.cores} × ${machine.cpu}, ${machine.memoryGb} GB, Node ${machine.node}, load ${machine.loadBefore} before we began; ${effort.concurrency} connections, ${effort.rounds} rounds of ${effort.seconds} s for each side.`,
    `${all.length - missed.length} of ${all.length} goals are met${missed.length > 0 ? `; missed: ${missed.map(([name]) => name).join(', ')}` : ''}.${Object.keys(missing).length > 0 ? ` Not measured: ${Object.keys(missing).join(', ')}.` : ''}`,
    table(['goal', 'reached', 'wanted', '', 'unit'], rows),
  ].join('\n\n')
}

/** Writes the figures into performance.md and scale.md between their marks, and the picture beside them. */
export async function writePages(folder: string, results: Results): Promise<void> {
  const chart = drawGrowth(results)
  await mkdir(join(folder, 'charts'), { recursive: true })
  if (chart) await writeFile(join(folder, 'charts', 'growth.svg'), chart)
  await page(folder, 'performance.md', {
    goals: tellGoals(results),
    growth: [
      tellGrowth(results),
      ...(chart ? ['![Milliseconds of one call, by the number of SLVs](charts/growth.svg)'] : []),
    ].join('\n\n'),
    measured: tellDetails(results),
  })
  await page(folder, 'scale.md', { costs: tellCosts(results), trial: tellTrial(results) })
}

/** The page of the repository with its marked places filled in. */
async function page(folder: string, name: string, places: Record<string, string>): Promise<void> {
  let text = await readFile(new URL(name, docs), 'utf8')
  for (const [mark, content] of Object.entries(places)) text = between(text, mark, content)
  await writeFile(join(folder, name), text)
}
