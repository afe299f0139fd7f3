import { type Line, lineChart } from './chart.ts'
import { shown, table } from './lib/markdown.ts'
import type { Results, SizeRun } from './lib/results-file.ts'

const dearest = (asked: readonly { middle: number }[]) => Math.max(...asked.map(({ middle }) => middle))
const named = (asked: readonly { name: string; middle: number }[], name: string) =>
  asked.find((one) => one.name === name)?.middle ?? Number.NaN

/** What grows, and how to read it from a size that was measured. */
const measures: Record<string, (run: SizeRun) => number> = {
  'list: department by date': ({ alone }) => named(alone?.list ?? [], 'department by date'),
  'list: dearest case': ({ alone }) => dearest(alone?.list ?? []),
  'search: dearest word': ({ alone }) => dearest(alone?.search ?? []),
  'statistics cards: dearest': ({ alone }) => dearest(alone?.cards ?? []),
  'summary after a change': ({ alone }) => dearest(alone?.reporting.changed ?? []),
  'summary, nothing changed': ({ alone }) => dearest(alone?.reporting.unchanged ?? []),
  'capacity after a change': ({ alone }) => dearest(alone?.reporting.capacity ?? []),
}

const sizesOf = ({ sizes }: Results) =>
  Object.entries(sizes)
    .map(([slvs, run]) => ({ slvs: Number(slvs), run }))
    .filter(({ run }) => run.alone)
    .toSorted((one, other) => one.slvs - other.slvs)

/** How cost grows with the number of SLVs. */
export function tellGrowth(results: Results): string {
  const sizes = sizesOf(results)
  if (sizes.length === 0) return 'Not measured yet.'
  const rows = [
    ...Object.entries(measures).map(([name, of]) => [`${name}, ms`, ...sizes.map(({ run }) => shown(of(run)))]),
    ['first summary of a process, ms', ...sizes.map(({ run }) => shown(run.alone?.reporting.firstMs ?? Number.NaN, 0))],
    [
      'memory that reporting holds, MB',
      ...sizes.map(({ run }) => shown(run.alone?.reporting.memoryMb ?? Number.NaN, 0)),
    ],
    ['the database, MB', ...sizes.map(({ run }) => shown(run.alone?.databaseMb ?? Number.NaN, 0))],
    ['made in, s', ...sizes.map(({ run }) => shown(run.seconds))],
  ]
  return table(['one call at a time', ...sizes.map(({ slvs }) => `${shown(slvs, 0)} SLVs`)], rows)
}

/** The same as a picture. */
export const drawGrowth = (results: Results): string => {
  const sizes = sizesOf(results)
  const lines: Line[] = Object.entries(measures).map(([name, of]) => ({
    name,
    points: sizes.map(({ slvs, run }) => ({ x: slvs, y: of(run) })).filter(({ y }) => Number.isFinite(y)),
  }))
  return lineChart('Milliseconds of one call, by the number of SLVs', 'SLVs', 'ms, middle', lines)
}
