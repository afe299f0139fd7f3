import { readdir, readFile } from 'node:fs/promises'

/**
 * What Linux counts of a process, in hundredths of a second of CPU time.
 * `ended` are its ended children.
 */
async function readProcess(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // Begins with field 2 of proc_pid_stat(5), the name of the program. Field 4 is
  // the parent, fields 14 to 17 are the times.
  const numbers = stat.slice(stat.lastIndexOf(')')).split(' ').map(Number)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = numbers.slice(
    12,
    16,
  )
  return {
    parent: numbers[2],
    own: user + system,
    ended: endedUser + endedSystem,
  }
}

/** Seconds of CPU time that a process has used. */
export async function processorTimeOf(pid = 0): Promise<number> {
  const { own } = await readProcess(pid)
  return own / 100
}

export async function findParent(pid: number): Promise<number> {
  const { parent = 0 } = await readProcess(pid)
  return parent
}

/** Seconds of CPU time that a process and all its children have used. */
export async function processorTimeWithChildren(pid: number): Promise<number> {
  const names = await readdir('/proc')
  const pids = names.map(Number).filter((number) => number > 0)
  const processes = await Promise.all(
    pids.map((other) => readProcess(other).catch(() => undefined)),
  )
  const { own, ended } = await readProcess(pid)
  let sum = own + ended
  for (const child of processes) if (child?.parent === pid) sum += child.own
  return sum / 100
}
