import { randomUUID } from 'node:crypto'
import { level } from '@portal/contract/test/approvals'
import { describe, expect } from 'vitest'
import { test as base } from '../../test/makers.ts'
import { findRows } from '../../test/rows.ts'
import {
  getDecisionAuthority,
  saveDecisionAuthority,
} from './save-authority.ts'

const junior = { ...level({ maxVariances: 1 }), name: 'Junior' }
const senior = {
  ...level({ maxDistance: { CREDIT_SCORE: 20, LTV: 2.5 } }),
  id: randomUUID(),
  name: 'Senior',
}

const test = base.extend('admin', async ({ a, as }) =>
  as(await a.underwriter('managePermissions', 'myOwn')),
)

describe('levels of decision authority', () => {
  test('are replaced as a whole, with one entry of history', async ({
    a,
    admin,
    db,
  }) => {
    const [ana, lee] = [
      await a.underwriter('myOwn'),
      await a.underwriter('myOwn'),
    ]
    expect(await getDecisionAuthority(admin)).toMatchObject({
      version: 1,
      levels: [],
      people: {},
    })
    const people = { [ana.id]: junior.id, [lee.id]: senior.id }
    const saved = await saveDecisionAuthority(
      admin,
      { levels: [junior, senior], people },
      1,
    )
    expect(saved).toMatchObject({
      version: 2,
      levels: [junior, senior],
      people,
    })
    expect(saved.deciders.map(({ id }) => id)).toContain(ana.id)

    await saveDecisionAuthority(
      admin,
      {
        levels: [{ ...junior, maxLoanAmount: 1_000_000 }],
        people: { [lee.id]: junior.id },
      },
      2,
    )
    const lines = await findRows(db, 'guidelineHistory', {
      action: 'save-authority',
    })
    expect(lines.map(({ subject }) => subject)).toEqual([
      'Decision authority',
      'Decision authority',
    ])
    expect(lines[1]?.changes).toMatchObject([
      { field: 'Level Junior' },
      { field: 'Level Senior', after: null },
      { field: ana.name, before: 'Junior', after: null },
      { field: lee.name, before: 'Senior', after: 'Junior' },
    ])
    await expect(
      saveDecisionAuthority(admin, { levels: [], people: {} }, 2),
    ).rejects.toMatchObject({ statusCode: 412 })
  })

  test('name each wrong level and person', async ({ a, admin }) => {
    const seller = await a.seller()
    const underwriter = await a.underwriter('myOwn')
    const refused = saveDecisionAuthority(admin, {
      levels: [junior, { ...senior, name: 'Junior' }],
      people: { [seller.id]: junior.id, [underwriter.id]: randomUUID() },
    })
    await expect(refused).rejects.toMatchObject({
      statusCode: 400,
      details: expect.arrayContaining([
        {
          field: 'levels.1.name',
          error: 'Another level already has this name',
        },
        {
          field: `people.${seller.id}`,
          error: 'This user isn’t an underwriter',
        },
        { field: `people.${underwriter.id}`, error: 'Unknown level' },
      ]),
    })
  })

  test('of oneself can’t be changed, nor its limits', async ({
    a,
    as,
    admin,
  }) => {
    const own = { levels: [junior], people: { [admin.actor.id]: junior.id } }
    const message = 'You cannot change your own level'
    await expect(saveDecisionAuthority(admin, own)).rejects.toMatchObject({
      statusCode: 409,
      message,
    })
    const other = await as(await a.underwriter('managePermissions'))
    await saveDecisionAuthority(other, own)
    for (const wanted of [
      { levels: [junior], people: {} },
      { ...own, levels: [{ ...junior, maxVariances: 9 }] },
    ])
      await expect(saveDecisionAuthority(admin, wanted)).rejects.toMatchObject({
        statusCode: 409,
        message,
      })
    await saveDecisionAuthority(admin, { ...own, levels: [junior, senior] })
  })

  test('that leave no one without limits are saved with a warning', async ({
    admin,
    a,
    as,
  }) => {
    const manager = await as(await a.underwriter('managePermissions'))
    const people = { [admin.actor.id]: junior.id }
    const { deciders, warning } = await saveDecisionAuthority(manager, {
      levels: [junior],
      people,
    })
    expect(deciders).toHaveLength(1)
    expect(warning).toContain('No one decides without limits')
    await a.underwriter('myOwn')
    expect(await getDecisionAuthority(manager)).toMatchObject({ warning: null })
  })
})
