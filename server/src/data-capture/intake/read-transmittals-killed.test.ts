import { expect } from 'vitest'
import { index, test } from '../../../test/intake.ts'
import { pdf } from '../../../test/sample-files.ts'
import { inTheStore } from '../../../test/upload.ts'
import type { Transmittals } from '../../lib/integrations/transmittals.ts'
import { readTransmittals, type TransmittalDeps } from './read-transmittals.ts'

/** The process died here. */
class Killed extends Error {}

/**
 * Dependencies of a process that is killed at its nth external call, before or
 * after the call takes effect. Every later call fails too.
 */
function killAtStep(
  deps: TransmittalDeps,
  step: number,
  when: 'BEFORE' | 'AFTER',
) {
  let callCount = 0
  let isDead = false
  const throwIfDead = () => {
    if (isDead) throw new Killed()
  }
  const run = async <T>(work: () => T | Promise<T>): Promise<T> => {
    throwIfDead()
    callCount++
    const isLast = callCount === step
    if (isLast && when === 'BEFORE') isDead = true
    throwIfDead()
    const result = await work()
    if (isLast) isDead = true
    throwIfDead()
    return result
  }

  const transmittals: Transmittals = {
    source: deps.transmittals.source,
    open: async () => {
      const inbox = await deps.transmittals.open()
      return {
        list: () => run(inbox.list),
        read: async function* (name) {
          await run(() => undefined)
          yield* inbox.read(name)
          await run(() => undefined)
        },
        putAway: (name, into) => run(() => inbox.putAway(name, into)),
        close: inbox.close,
      }
    },
  }
  const clock = () => {
    callCount++
    if (callCount === step) isDead = true
    throwIfDead()
    return deps.clock()
  }
  const files = {
    ...deps.files,
    receive: async (content: AsyncIterable<Uint8Array>) => {
      const received = await run(() => deps.files.receive(content))
      return { ...received, keep: () => run(received.keep) }
    },
    // A killed process cleans nothing up.
    remove: async (key: string) => {
      throwIfDead()
      await deps.files.remove(key)
    },
  }
  const loanDock = {
    ...deps.loanDock,
    findLoan: (number: string) => run(() => deps.loanDock.findLoan(number)),
  }
  return {
    deps: { ...deps, clock, files, loanDock, transmittals },
    wasKilled: () => isDead,
  }
}

async function readUntilKilled(deps: TransmittalDeps) {
  try {
    await readTransmittals(deps)
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  }
}

for (const when of ['BEFORE', 'AFTER'] as const)
  test(`after a kill ${when.toLowerCase()} any step, a transmittal is read again and each row is one Tdoc`, {
    timeout: 120_000,
  }, async ({ deps, folder, found, store }) => {
    let kills = 0
    for (let step = 1; ; step++) {
      const image = `${when} ${step} a.pdf`
      const rejected = `${when} ${step} b.pdf`
      await folder.put(image, pdf)
      await folder.put(rejected, pdf)
      await folder.put(
        `${step}.csv`,
        index(`8001,${image},,,`, `9999,${rejected},,,`),
      )

      const firstRun = killAtStep(deps, step, when)
      await readUntilKilled(firstRun.deps)
      await readTransmittals(deps)

      const tdocs = await found.tdocs()
      const created = tdocs.filter((tdoc) => tdoc.imageFileName === image)
      expect(created).toHaveLength(1)
      expect(await folder.names()).toEqual([])
      if (!firstRun.wasKilled()) break
      kills++
    }
    expect(kills).toBeGreaterThan(12)
    const runs = await found.runs()
    expect(runs).toHaveLength(kills + 1)
    for (const run of runs)
      expect(run).toMatchObject({
        rowCount: 2,
        createdCount: 1,
        knownCount: 0,
        rejectedCount: 1,
      })
    const storedFiles = await inTheStore(store.folder)
    const storedNames = storedFiles.map(({ name }) => name)
    for (const { imageKey } of await found.tdocs())
      expect(storedNames).toContain(imageKey?.split('/')[1])
  })
