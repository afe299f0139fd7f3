import type { VersionAnswer } from '@portal/contract/guideline/api'
import { managesGuidelines } from '@portal/contract/user/policy'
import { changesBetween } from '../lib/changes.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict, notFound, refuseStale } from '../lib/errors.ts'
import { lockActor } from '../user/lock-person.ts'
import { getVersion } from './list-versions.ts'
import { ruleColumns } from './read-rules.ts'
import { writeGuidelineHistory } from './write-history.ts'

export type LockedVersion = {
  id: string
  number: number
  title: string
  note: string
  status: string
  version: number
}

/** Locks a version and checks the caller's rights. Throws 404 and 412. */
async function lockVersion(
  ctx: Ctx,
  id: string,
  ifMatch?: number,
): Promise<LockedVersion> {
  const version = await ctx.db
    .selectFrom('guidelineVersion')
    .select(['id', 'number', 'title', 'note', 'status', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!version) throw notFound('Version')
  await lockActor(ctx, managesGuidelines)
  refuseStale(version, ifMatch)
  return version
}

/** Locks a draft. Throws 409 for a version that is published. */
export async function lockDraft(
  ctx: Ctx,
  id: string,
  ifMatch?: number,
): Promise<LockedVersion> {
  const version = await lockVersion(ctx, id, ifMatch)
  if (version.status !== 'DRAFT')
    throw conflict(
      'A published version can’t be changed. Copy it to a new draft.',
    )
  return version
}

export const bumpVersion = ({ db }: Ctx, { id, version }: LockedVersion) =>
  db
    .updateTable('guidelineVersion')
    .set({ version: version + 1 })
    .where('id', '=', id)
    .execute()

/** Starts a draft, with the rules of another version if one is named. */
export const createVersion = (
  ctx: Ctx,
  { title, copyOf }: { title: string; copyOf?: string | undefined },
): Promise<VersionAnswer> =>
  transact(ctx, async (inner) => {
    await lockActor(inner, managesGuidelines)
    const source = copyOf === undefined ? null : await getVersion(inner, copyOf)
    const { id, number } = await inner.db
      .insertInto('guidelineVersion')
      .values({ title, createdById: inner.actor.id, createdAt: inner.now })
      .returning(['id', 'number'])
      .executeTakeFirstOrThrow()
    if (source) {
      const copied = ['programCode', 'position', ...ruleColumns] as const
      await inner.db
        .insertInto('guidelineRule')
        .columns(['versionId', ...copied])
        .expression((eb) =>
          eb
            .selectFrom('guidelineRule')
            .select([eb.val(id).$castTo<string>().as('versionId'), ...copied])
            .where('versionId', '=', source.id),
        )
        .execute()
    }
    const changes = changesBetween(
      {},
      { title, copyOf: source && `Version ${source.number}` },
    )
    await writeGuidelineHistory(inner, {
      action: 'create-version',
      subject: `Version ${number}`,
      changes,
    })
    return getVersion(inner, id)
  })

type VersionChange = {
  title?: string | undefined
  note?: string | undefined
  status?: 'RETIRED' | undefined
}

/**
 * Renames a draft, or retires a published version that no program uses any
 * more.
 */
export const updateVersion = (
  ctx: Ctx,
  id: string,
  wanted: VersionChange,
  ifMatch?: number,
): Promise<VersionAnswer> =>
  transact(ctx, async (inner) => {
    const before = wanted.status
      ? await lockVersion(inner, id, ifMatch)
      : await lockDraft(inner, id, ifMatch)
    if (wanted.status) {
      const { effectiveTo, status } = await getVersion(inner, id)
      if (status !== 'PUBLISHED')
        throw conflict('Only a published version can be retired')
      if (effectiveTo === null)
        throw conflict(
          'This version is in effect. Publish a newer version first.',
        )
    }
    const changes = changesBetween(before, wanted)
    if (changes.length > 0) {
      await inner.db
        .updateTable('guidelineVersion')
        .set({ ...wanted, version: before.version + 1 })
        .where('id', '=', id)
        .execute()
      await writeGuidelineHistory(inner, {
        action: 'update-version',
        subject: `Version ${before.number}`,
        changes,
      })
    }
    return getVersion(inner, id)
  })

export const deleteVersion = (
  ctx: Ctx,
  id: string,
  ifMatch?: number,
): Promise<{ id: string }> =>
  transact(ctx, async (inner) => {
    const { number, title } = await lockDraft(inner, id, ifMatch)
    await inner.db.deleteFrom('guidelineVersion').where('id', '=', id).execute()
    const changes = changesBetween({ title }, { title: null })
    await writeGuidelineHistory(inner, {
      action: 'delete-version',
      subject: `Version ${number}`,
      changes,
    })
    return { id }
  })
