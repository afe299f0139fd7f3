import type { Actor } from '@portal/contract/user/model'
import type { Ctx, Sla } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import type { FileStore } from '../lib/files.ts'
import type { Planned } from './plan.ts'
import type { Scene, Stage } from './scene.ts'
import type { WorkTime } from './work-time.ts'

type House = { db: Db; sla: Sla; files: FileStore }

type Event = { at: number; isAlone: boolean; story: number; happen: (stage: Stage) => Promise<void> }

/** So many stories go on at once: while PostgreSQL answers one, the next is being asked. */
const atOnce = 6

/**
 * Tells all stories together, in the order of time. Within a story each event waits for the one before; a request is
 * sent when nothing else is going on, so that first assignment meets the work that was open on that day.
 * All share one connection, which answers in the order of asking: the same plan gives the same tale.
 */
export async function play({ db, sla, files }: House, time: WorkTime, stories: readonly Planned[]) {
  const events = stories.flatMap(eventsOf).sort((a, b) => a.at - b.at)
  const going = new Map<number, Promise<void>>()
  const failures: unknown[] = []
  try {
    for (const { at, isAlone, story, happen } of events) {
      if (isAlone) await Promise.all(going.values())
      else if (going.size >= atOnce) await Promise.race(going.values())
      await going.get(story)
      const now = time.instant(at)
      const event = happen({ files, as: (actor: Actor): Ctx => ({ actor, now, db, sla }) }).then(
        () => void going.delete(story),
      )
      event.catch((error) => failures.push(error))
      going.set(story, event)
      if (isAlone) await event
    }
    await Promise.all(going.values())
  } catch (error) {
    await Promise.allSettled(going.values())
    // Once the transaction is broken, all others fail too: what broke it is the first.
    throw failures[0] ?? error
  }
}

/** What happens in one story. The scene is there once the SLV was opened, which is the first event. */
function eventsOf({ setting, open, at, beats }: Planned, story: number): Event[] {
  let scene: Scene | undefined
  const opening: Event = {
    at,
    story,
    isAlone: false,
    happen: async (stage) => {
      scene = { ...setting, slv: await open(setting, stage) }
    },
  }
  const rest = beats.map(
    (beat): Event => ({
      at: beat.at,
      story,
      isAlone: beat.isAlone ?? false,
      happen: async (stage) => {
        if (scene) scene.slv = await beat.play(scene, stage)
      },
    }),
  )
  return [opening, ...rest]
}
