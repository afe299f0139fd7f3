import type { ConditionLibrary } from '@portal/contract/condition/api'
import type { LibraryCondition } from '@portal/contract/condition/model'
import { managesGuidelines } from '@portal/contract/user/policy'
import { writeGuidelineHistory } from '../guideline/write-history.ts'
import { changesBetween } from '../lib/changes.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { badRequest, refuseStale } from '../lib/errors.ts'
import { lockActor } from '../user/lock-person.ts'

type Wanted = Omit<LibraryCondition, 'id'> & { id?: string | undefined }

/** The reusable conditions, in their order. */
export async function getLibrary({
  db,
}: Pick<Ctx, 'db'>): Promise<ConditionLibrary> {
  const { version } = await db
    .selectFrom('conditionLibraryVersion')
    .select('version')
    .executeTakeFirstOrThrow()
  const items = await db
    .selectFrom('conditionLibrary')
    .select(['id', 'title', 'text', 'timing'])
    .orderBy('position')
    .$narrowType<LibraryCondition>()
    .execute()
  return { version, items }
}

/** Replaces the library. Throws 400 for two of the same title, and 412. */
export const saveLibrary = (
  ctx: Ctx,
  wanted: readonly Wanted[],
  ifMatch?: number,
): Promise<ConditionLibrary> =>
  transact(ctx, async (inner) => {
    const { db } = inner
    await db
      .selectFrom('conditionLibraryVersion')
      .select('version')
      .forUpdate()
      .execute()
    await lockActor(inner, managesGuidelines)
    const before = await getLibrary(inner)
    refuseStale(before, ifMatch)
    refuseSameTitles(wanted)

    await db.deleteFrom('conditionLibrary').execute()
    if (wanted.length > 0)
      await db
        .insertInto('conditionLibrary')
        .values(wanted.map((item, position) => ({ ...item, position })))
        .execute()
    const changes = listChanges(before.items, wanted)
    if (changes.length > 0)
      await writeGuidelineHistory(inner, {
        action: 'save-conditions',
        subject: 'Conditions',
        changes,
      })
    await db
      .updateTable('conditionLibraryVersion')
      .set({ version: before.version + 1 })
      .execute()
    return getLibrary(inner)
  })

/** By title; a removed one changes to null. Then those that were moved. */
function listChanges(before: readonly Wanted[], after: readonly Wanted[]) {
  const byTitle = (items: readonly Wanted[]) =>
    Object.fromEntries(
      items.map(({ title, text, timing }) => [title, { text, timing }]),
    )
  const removed = Object.fromEntries(before.map(({ title }) => [title, null]))
  return [
    ...changesBetween(byTitle(before), { ...removed, ...byTitle(after) }),
    ...changesBetween(
      { Order: listKept(before, after) },
      { Order: listKept(after, before) },
    ),
  ]
}

/** The titles that another version also has, in their order. */
const listKept = (items: readonly Wanted[], others: readonly Wanted[]) =>
  items
    .map(({ title }) => title)
    .filter((title) => others.some((other) => other.title === title))
    .join(', ')

function refuseSameTitles(items: readonly Wanted[]) {
  const titles = items.map(({ title }) => title)
  const problems = titles.flatMap((title, index) =>
    titles.indexOf(title) < index
      ? [
          {
            field: `items.${index}.title`,
            error: 'Another condition already has this title',
          },
        ]
      : [],
  )
  if (problems.length > 0) throw badRequest(problems)
}
