import { allTo } from '@portal/contract/assignment/model'
import { describe, expect } from 'vitest'
import { statusOf } from '../../test/actions.ts'
import { test as base } from '../../test/makers.ts'
import { findRow, findRows, setRows } from '../../test/rows.ts'
import { tdocMaker } from '../../test/tdoc-makers.ts'
import { sweepAssignments } from '../lib/assignments.ts'
import type { Ctx } from '../lib/ctx.ts'
import { assignSlvs } from '../slv/assign.ts'
import { startReview } from '../slv/review/decide.ts'
import { saveSlv } from '../slv/rounds/save-slv.ts'
import { setReviewers, setUnderwriters } from '../tdoc/assign.ts'
import { setProgressTracking } from '../tdoc/set-status.ts'
import { undoAssignment } from './undo.ts'

const test = base
  .extend('aTdoc', ({ db, now }) => tdocMaker(db, now))
  .extend('lead', async ({ a, as }) =>
    as(await a.underwriter('assignLoans', 'viewSlvDepartment')),
  )
  .extend('later', ({ now }) => (ctx: Ctx, seconds: number): Ctx => {
    return { ...ctx, now: new Date(now.getTime() + seconds * 1000) }
  })

const some = (id: string | null) => id ?? 'nothing was recorded'

describe('undoing an assignment', () => {
  test('restores every assignee with a new version, and the history shows both', async ({
    a,
    lead,
    later,
    historyOf,
  }) => {
    const { db } = lead
    const [ana, ben, carl] = [
      await a.underwriter('myOwn'),
      await a.underwriter('myOwn'),
      await a.underwriter('myOwn'),
    ]
    const slvs = [
      await a.slv({ underwriterId: ana.id }),
      await a.slv({ underwriterId: null }),
    ]
    const [first, second] = slvs.map(({ id }) => id)
    const to = [
      { id: first ?? '', personId: ben.id },
      { id: second ?? '', personId: carl.id },
    ]
    const { assignmentId, name } = await assignSlvs(lead, 'assign-requests', to)
    expect(name).toBe('2 people')
    expect(await undoAssignment(later(lead, 9), some(assignmentId))).toEqual({
      ids: [first, second],
    })
    expect(await findRow(db, 'slv', { id: first ?? '' })).toMatchObject({
      underwriterId: ana.id,
      version: 3,
    })
    expect(await findRow(db, 'slv', { id: second ?? '' })).toMatchObject({
      underwriterId: null,
      version: 3,
    })
    const events = (await Promise.all(slvs.map(historyOf))).flat()
    expect(
      events.map(({ changes, comment }) => [
        changes[0]?.before,
        changes[0]?.after,
        comment,
      ]),
    ).toEqual([
      [ana.name, ben.name, null],
      [ben.name, ana.name, 'Undid the assignment'],
      [null, carl.name, null],
      [carl.name, null, 'Undid the assignment'],
    ])
    await expect(
      undoAssignment(later(lead, 9.5), some(assignmentId)),
    ).rejects.toMatchObject({
      statusCode: 409,
      message: 'You already undid this assignment',
    })
  })

  test('deletes unviewed notifications, and notifies people who viewed theirs', async ({
    a,
    lead,
    later,
  }) => {
    const { db } = lead
    const [ben, carl] = [
      await a.underwriter('myOwn'),
      await a.underwriter('myOwn'),
    ]
    const slvs = [await a.slv(), await a.slv()]
    const [first = '', second = ''] = slvs.map(({ id }) => id)
    const to = [
      { id: first, personId: ben.id },
      { id: second, personId: carl.id },
    ]
    const { assignmentId } = await assignSlvs(lead, 'assign-requests', to)
    await setRows(
      db,
      'notification',
      { userId: carl.id },
      { status: 'CHECKED' },
    )
    await undoAssignment(later(lead, 5), some(assignmentId))
    expect(await findRows(db, 'notification', { userId: ben.id })).toEqual([])
    expect(
      (await findRows(db, 'notification', { userId: carl.id })).map(
        ({ title }) => title,
      ),
    ).toEqual(['An SLV was assigned to you', 'An assignment to you was undone'])
  })

  test('tells the earlier underwriter only if they viewed that they lost the SLV', async ({
    a,
    lead,
    later,
  }) => {
    const { db } = lead
    const [ana, carl, ben] = [
      await a.underwriter('myOwn'),
      await a.underwriter('myOwn'),
      await a.underwriter('myOwn'),
    ]
    const slvs = [
      await a.slv({ underwriterId: ana.id }),
      await a.slv({ underwriterId: carl.id }),
    ]
    const { assignmentId } = await assignSlvs(
      lead,
      'assign-requests',
      allTo(
        ben.id,
        slvs.map(({ id }) => id),
      ),
    )
    await setRows(
      db,
      'notification',
      { userId: carl.id },
      { status: 'CHECKED' },
    )
    await undoAssignment(later(lead, 5), some(assignmentId))
    expect(await findRows(db, 'notification', { userId: ana.id })).toEqual([])
    expect(
      (await findRows(db, 'notification', { userId: carl.id })).map(
        ({ title }) => title,
      ),
    ).toEqual([
      'An SLV was reassigned from you',
      'A reassignment from you was undone',
    ])
  })

  test('is refused after 10 seconds, and for everyone else', async ({
    a,
    as,
    lead,
    later,
  }) => {
    const ben = await a.underwriter('myOwn')
    const slv = await a.slv()
    const { assignmentId } = await assignSlvs(
      lead,
      'assign-requests',
      allTo(ben.id, [slv.id]),
    )
    const other = await as(
      await a.underwriter('assignLoans', 'viewSlvDepartment'),
    )
    expect(
      await statusOf(undoAssignment(later(other, 1), some(assignmentId))),
    ).toBe(404)
    const late = undoAssignment(later(lead, 10.001), some(assignmentId))
    await expect(late).rejects.toMatchObject({
      statusCode: 409,
      message:
        'An assignment can be undone for 10 seconds. Reassign them instead.',
    })
    await undoAssignment(later(lead, 10), some(assignmentId))
    expect(await findRow(lead.db, 'slv', { id: slv.id })).toMatchObject({
      underwriterId: null,
    })
  })

  test('is refused for all of them once one has changed', async ({
    a,
    as,
    lead,
    later,
  }) => {
    const { db } = lead
    const ben = await a.underwriter('myOwn')
    const slvs = [
      await a.slv({ status: 'PENDING' }),
      await a.slv({ status: 'PENDING' }),
    ]
    const ids = slvs.map(({ id }) => id)
    const { assignmentId } = await assignSlvs(
      lead,
      'assign-requests',
      allTo(ben.id, ids),
    )
    await startReview(await as(ben), ids[0] ?? '')
    await expect(
      undoAssignment(later(lead, 3), some(assignmentId)),
    ).rejects.toMatchObject({
      statusCode: 409,
      message: 'This can’t be undone: one of the SLVs changed since',
    })
    for (const id of ids)
      expect(await findRow(db, 'slv', { id })).toMatchObject({
        underwriterId: ben.id,
      })
  })

  test('is refused to a lead who lost the right, and if someone can’t take them back', async ({
    a,
    as,
    lead,
    later,
  }) => {
    const [ana, ben] = [
      await a.underwriter('myOwn'),
      await a.underwriter('myOwn'),
    ]
    const slv = await a.slv({ underwriterId: ana.id })
    const { assignmentId } = await assignSlvs(
      lead,
      'assign-requests',
      allTo(ben.id, [slv.id]),
    )
    const without = await as({ ...lead.actor, permissions: ana.permissions })
    expect(
      await statusOf(undoAssignment(later(without, 1), some(assignmentId))),
    ).toBe(403)
    await a.deactivate(ana)
    expect(
      await statusOf(undoAssignment(later(lead, 2), some(assignmentId))),
    ).toBe(409)
  })

  test('works for a lead who can no longer see what they reassigned', async ({
    a,
    as,
    later,
  }) => {
    const [ana, ben] = [
      await a.underwriter('myOwn', 'assignLoans'),
      await a.underwriter('myOwn'),
    ]
    const slv = await a.slv({ underwriterId: ana.id })
    const ctx = await as(ana)
    const { assignmentId } = await assignSlvs(
      ctx,
      'assign-requests',
      allTo(ben.id, [slv.id]),
    )
    expect(await statusOf(saveSlv(ctx, slv.id, { city: 'Reno' }))).toBe(404)
    await undoAssignment(later(ctx, 1), some(assignmentId))
    expect(await findRow(ctx.db, 'slv', { id: slv.id })).toMatchObject({
      underwriterId: ana.id,
    })
  })

  test('restores a seller and who it was reassigned to before', async ({
    a,
    as,
    later,
  }) => {
    const company = await a.company()
    const [owner, colleague] = [
      await a.seller(company.id),
      await a.seller(company.id, 'myCompanyView', 'myCompanyReassignSlv'),
    ]
    const slv = await a.slv({ sellerId: owner.id })
    const ctx = await as(colleague)
    const { assignmentId } = await assignSlvs(
      ctx,
      'assign-seller',
      allTo(colleague.id, [slv.id]),
    )
    await undoAssignment(later(ctx, 1), some(assignmentId))
    expect(await findRow(ctx.db, 'slv', { id: slv.id })).toMatchObject({
      sellerId: owner.id,
      reassignedToSeller: null,
    })
  })

  test('works for Tdocs, and is refused once one of them changed', async ({
    a,
    aTdoc,
    lead,
    later,
  }) => {
    const { db } = lead
    const [ana, ben] = [await a.underwriter(), await a.underwriter()]
    const tdocs = [
      await aTdoc({ assignedUnderwriterId: ana.id }),
      await aTdoc(),
    ]
    const ids = tdocs.map(({ id }) => id)
    const { assignmentId } = await setUnderwriters(lead, allTo(ben.id, ids))
    await undoAssignment(later(lead, 1), some(assignmentId))
    expect(await findRow(db, 'tdoc', { id: ids[0] ?? '' })).toMatchObject({
      assignedUnderwriterId: ana.id,
    })
    expect(await findRow(db, 'tdoc', { id: ids[1] ?? '' })).toMatchObject({
      assignedUnderwriterId: null,
    })
    expect(await findRows(db, 'notification', { userId: ben.id })).toEqual([])
    expect(
      (await findRows(db, 'tdocHistory', { tdocId: ids[0] ?? '' })).map(
        ({ changes }) => changes[0]?.after,
      ),
    ).toEqual([ben.name, ana.name])

    const again = await setReviewers(lead, allTo(ben.id, ids))
    await setProgressTracking(lead, ids.slice(1), 'IN_REVIEW')
    expect(
      await statusOf(undoAssignment(later(lead, 1), some(again.assignmentId))),
    ).toBe(409)
  })

  test('isn’t offered if nothing changed, and old assignments are deleted', async ({
    a,
    lead,
    later,
  }) => {
    const ben = await a.underwriter('myOwn')
    const slv = await a.slv({ underwriterId: ben.id })
    expect(
      await assignSlvs(lead, 'assign-requests', allTo(ben.id, [slv.id])),
    ).toMatchObject({ assignmentId: null })
    await assignSlvs(
      lead,
      'assign-requests',
      allTo((await a.underwriter('myOwn')).id, [slv.id]),
    )
    await sweepAssignments(later(lead, 9))
    expect(await findRows(lead.db, 'assignment', {})).toHaveLength(1)
    await sweepAssignments(later(lead, 11))
    expect(await findRows(lead.db, 'assignment', {})).toEqual([])
  })
})

describe('two leads at the same time', () => {
  test('assign one after the other, in either order of the ids, and only the last can undo', async ({
    made,
    ctxOf,
  }) => {
    const [one, other] = [
      await made.underwriter('assignLoans', 'viewSlvDepartment'),
      await made.underwriter('assignLoans', 'viewSlvDepartment'),
    ]
    const [ben, carl] = [
      await made.underwriter('myOwn'),
      await made.underwriter('myOwn'),
    ]
    const slvs = await Promise.all([1, 2, 3, 4, 5].map(() => made.slv()))
    const ids = slvs.map(({ id }) => id)
    const [first, second] = await Promise.all([
      assignSlvs(await ctxOf(one), 'assign-requests', allTo(ben.id, ids)),
      assignSlvs(
        await ctxOf(other),
        'assign-requests',
        allTo(carl.id, ids.toReversed()),
      ),
    ])
    const ctx = await ctxOf(one)
    const holders = new Set(
      await Promise.all(
        ids.map(
          async (id) => (await findRow(ctx.db, 'slv', { id })).underwriterId,
        ),
      ),
    )
    expect(holders.size).toBe(1)
    const answers = [
      await statusOf(undoAssignment(ctx, some(first.assignmentId))),
      await statusOf(
        undoAssignment(await ctxOf(other), some(second.assignmentId)),
      ),
    ]
    expect(answers.toSorted()).toEqual([200, 409])
  })

  test('undo only once, however often they press', async ({ made, ctxOf }) => {
    const lead = await made.underwriter('assignLoans', 'viewSlvDepartment')
    const slv = await made.slv()
    const ctx = await ctxOf(lead)
    const { assignmentId } = await assignSlvs(
      ctx,
      'assign-requests',
      allTo((await made.underwriter('myOwn')).id, [slv.id]),
    )
    const answers = await Promise.all(
      [1, 2, 3].map(() => statusOf(undoAssignment(ctx, some(assignmentId)))),
    )
    expect(answers.toSorted()).toEqual([200, 409, 409])
  })
})
