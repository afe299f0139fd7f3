import { type Db, inTransaction } from '../lib/db.ts'
import type { Index } from './read-index.ts'

type Place = { source: string; index: Index }
type Run = { id: string; beganAt: Date; snapshot: string; rowCount: number }

/** What is noted of the readings of one index. */
export function keepRun(db: Db, { source, index: { file, mark } }: Place) {
  const ofIndex = () => db.selectFrom('intakeRun').where('source', '=', source).where('indexFileName', '=', file.name)
  const update = (id: string) => db.updateTable('intakeRun').where('id', '=', id).where('endedAt', 'is', null)

  return {
    /** The reading of this very index that came to its end, and whose files were not put away; undefined when there is none. */
    findLeftLying: async (): Promise<string | undefined> =>
      (
        await ofIndex()
          .select('id')
          .where('indexMark', '=', mark)
          .where('endedAt', 'is not', null)
          .where('putAwayAt', 'is', null)
          .executeTakeFirst()
      )?.id,

    /** The reading that is under way, or a new one. One whose index was changed after rows were read ends here. */
    begin: (now: Date): Promise<Run> =>
      inTransaction(db, async (tx) => {
        const open = await tx
          .selectFrom('intakeRun')
          .select(['id', 'beganAt', 'snapshot', 'indexMark', 'rowCount'])
          .where('source', '=', source)
          .where('indexFileName', '=', file.name)
          .where('endedAt', 'is', null)
          .forUpdate()
          .executeTakeFirst()
        if (open && (open.indexMark === mark || open.rowCount === 0)) {
          if (open.indexMark !== mark)
            await tx.updateTable('intakeRun').set({ indexMark: mark }).where('id', '=', open.id).execute()
          return open
        }
        if (open)
          await tx
            .updateTable('intakeRun')
            .set({ endedAt: now, putAwayAt: now, problem: 'The index was changed while it was read; it is read again' })
            .where('id', '=', open.id)
            .execute()
        return tx
          .insertInto('intakeRun')
          .values({ source, indexFileName: file.name, indexMark: mark, snapshot: '', beganAt: now })
          .returning(['id', 'beganAt', 'snapshot', 'rowCount'])
          .executeTakeFirstOrThrow()
      }),

    /** Notes what it waits for, and how its files were seen. */
    wait: async (id: string, snapshot: string, problem: string): Promise<void> => {
      await update(id).set({ snapshot, problem }).execute()
    },
    /** Notes that its rows are read now. */
    read: async (id: string, rowCount: number): Promise<void> => {
      await update(id).set({ rowCount, problem: null }).execute()
    },
    putAway: async (id: string, now: Date): Promise<void> => {
      await db.updateTable('intakeRun').set({ putAwayAt: now }).where('id', '=', id).execute()
    },
    rowsDone: async (id: string): Promise<ReadonlySet<number>> => {
      const rows = await db.selectFrom('intakeRow').select('rowNumber').where('runId', '=', id).execute()
      return new Set(rows.map(({ rowNumber }) => rowNumber))
    },
    end: async (id: string, now: Date, problem: string | null): Promise<void> => {
      await update(id).set({ endedAt: now, problem }).execute()
    },
  }
}
