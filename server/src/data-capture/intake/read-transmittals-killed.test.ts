import { expect } from 'vitest'
import { index, test } from '../../../test/intake.ts'
import { pdf } from '../../../test/sample-files.ts'
import { inTheStore } from '../../../test/upload.ts'
import type { Transmittals } from '../../lib/integrations/transmittals.ts'
import { readTransmittals, type TransmittalDeps } from './read-transmittals.ts'

/** The process died here. */
class Killed extends Error {}

/**
 * Dependencies that fail from the nth external call on, before or after it
 * takes effect.
 */
function dying(deps: TransmittalDeps, step: number, when: 'BEFORE' | 'AFTER') {
  let steps = 0
  let isDead = false
  const seam = async <T>(work: () => T | Promise<T>): Promise<T> => {
    if (isDead) throw new Killed()
    steps++
    const isLast = steps === step
    if (isLast && when === 'BEFORE') isDead = true
    if (isDead) throw new Killed()
    const answer = await work()
    if (isLast) isDead = true
    if (isDead) throw new Killed()
    return answer
  }
  const transmittals: Transmittals = {
    source: deps.transmittals.source,
    open: async () => {
      const inbox = await deps.transmittals.open()
      return {
        list: () => seam(inbox.list),
        read: async function* (name) {
          await seam(() => undefined)
          yield* inbox.read(name)
          await seam(() => undefined)
        },
        putAway: (name, into) => seam(() => inbox.putAway(name, into)),
        close: inbox.close,
      }
    },
  }
  const clock = () => {
    steps++
    if (isDead || steps === step) {
      isDead = true
      throw new Killed()
    }
    return deps.clock()
  }
  const files = {
    ...deps.files,
    receive: async (content: AsyncIterable<Uint8Array>) => {
      const received = await seam(() => deps.files.receive(content))
      return { ...received, keep: () => seam(received.keep) }
    },
    // A killed process cleans nothing up.
    remove: (key: string) =>
      isDead ? Promise.reject(new Killed()) : deps.files.remove(key),
  }
  const loanDock = {
    ...deps.loanDock,
    findLoan: (number: string) => seam(() => deps.loanDock.findLoan(number)),
  }
  return {
    deps: { ...deps, clock, files, loanDock, transmittals },
    wasReached: () => isDead,
  }
}

for (const when of ['BEFORE', 'AFTER'] as const)
  test(`after a kill ${when.toLowerCase()} any step, a transmittal is read again and each row is one Tdoc`, {
    timeout: 120_000,
  }, async ({ deps, folder, found, store }) => {
    let kills = 0
    for (let step = 1; ; step++) {
      const [image, rejected] = [
        `${when} ${step} a.pdf`,
        `${when} ${step} b.pdf`,
      ]
      for (const name of [image, rejected]) await folder.put(name, pdf)
      await folder.put(
        `${step}.csv`,
        index(`8001,${image},,,`, `9999,${rejected},,,`),
      )
      const first = dying(deps, step, when)
      await readTransmittals(first.deps).catch((error) => {
        if (!(error instanceof Killed)) throw error
      })
      await readTransmittals(deps)
      const tdocs = (await found.tdocs()).filter(
        ({ imageFileName }) => imageFileName === image,
      )
      expect(tdocs).toHaveLength(1)
      expect(await folder.names()).toEqual([])
      if (!first.wasReached()) break
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
    const kept = (await inTheStore(store.folder)).map(({ name }) => name)
    for (const { imageKey } of await found.tdocs())
      expect(kept).toContain(imageKey?.split('/')[1])
  })
