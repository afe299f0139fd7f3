import type { ProgramCatalog } from '@portal/contract/guideline/api'
import type { Program } from '@portal/contract/guideline/model'
import { managesGuidelines } from '@portal/contract/user/policy'
import { changesBetween } from '../lib/changes.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { badRequest, conflict, refuseStale } from '../lib/errors.ts'
import { lockActor } from '../user/lock-person.ts'
import { getProgram } from './list-programs.ts'
import { writeGuidelineHistory } from './write-history.ts'

type Stored = ProgramCatalog['items'][number]

/** Adds a program. Throws 409 for a code or name that exists. */
export const addProgram = (ctx: Ctx, program: Program): Promise<Stored> =>
  transact(ctx, async (inner) => {
    await lockActor(inner, managesGuidelines)
    const { products, ...columns } = program
    await refuseDuplicates(inner, program)
    await inner.db.insertInto('guidelineProgram').values(columns).execute()
    await replaceProducts(inner, program)
    await writeGuidelineHistory(inner, {
      action: 'add-program',
      subject: program.name,
      changes: changesBetween({}, program),
    })
    return { ...program, version: 1 }
  })

/**
 * Changes a program, named by its code. A new name applies to new requests;
 * sent ones keep theirs.
 */
export const updateProgram = (
  ctx: Ctx,
  { code, ...wanted }: Partial<Program> & { code: string },
  ifMatch?: number,
): Promise<Stored> =>
  transact(ctx, async (inner) => {
    await inner.db
      .selectFrom('guidelineProgram')
      .select('code')
      .where('code', '=', code)
      .forUpdate()
      .execute()
    await lockActor(inner, managesGuidelines)
    const before = await getProgram(inner.db, code)
    refuseStale(before, ifMatch)
    const changes = changesBetween(before, wanted)
    if (changes.length === 0) return before
    const { products, version, ...columns } = { ...before, ...wanted }
    await refuseDuplicates(inner, columns)
    if (columns.activeTo !== null && columns.activeTo < columns.activeFrom)
      throw badRequest([
        {
          field: 'activeTo',
          error: 'The end date must not be before the start date',
        },
      ])
    await inner.db
      .updateTable('guidelineProgram')
      .set({ ...columns, version: version + 1 })
      .where('code', '=', code)
      .execute()
    await replaceProducts(inner, { code, products })
    await writeGuidelineHistory(inner, {
      action: 'update-program',
      subject: columns.name,
      changes,
    })
    return { ...columns, products, version: version + 1 }
  })

async function refuseDuplicates(
  { db }: Ctx,
  { code, name }: Pick<Program, 'code' | 'name'>,
) {
  const twin = await db
    .selectFrom('guidelineProgram')
    .select('code')
    .where('name', '=', name)
    .where('code', '<>', code)
    .executeTakeFirst()
  if (twin) throw conflict(`Program ${twin.code} already has this name`)
}

async function replaceProducts(
  { db }: Ctx,
  { code, products }: Pick<Program, 'code' | 'products'>,
) {
  if (new Set(products.map((product) => product.code)).size < products.length)
    throw badRequest([
      { field: 'products', error: 'Each product needs a different code' },
    ])
  await db
    .deleteFrom('guidelineProduct')
    .where('programCode', '=', code)
    .execute()
  await db
    .insertInto('guidelineProduct')
    .values(
      products.map((product, position) => ({
        ...product,
        programCode: code,
        position,
      })),
    )
    .execute()
}
