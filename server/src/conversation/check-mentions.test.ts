import { describe, expect } from 'vitest'
import { test } from '../../test/makers.ts'
import { say, slvWithPeople } from '../../test/talk.ts'
import { listMentionables } from './list-mentionables.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'

describe('mentions', () => {
  test('are refused one by one, with the name if the actor may know it', async ({ a, as, db }) => {
    const { slv, underwriter, owner, stranger, otherBdd, reviewer, chief, colleague } = await slvWithPeople(a)
    const gone = await a.underwriter()
    await db.updateTable('appUser').set({ status: 'INACTIVE' }).where('id', '=', gone.id).execute()
    const refusal = async (actor: typeof owner, type: 'INTERNAL' | 'EXTERNAL', ids: string[]) =>
      say(await as(actor), slv, { type, mentions: ids }).then(
        () => [],
        ({ statusCode, message, details }) => {
          expect([statusCode, message]).toEqual([400, details[0].error])
          return details
        },
      )
    const unknown = 'Someone you mentioned cannot read this comment'
    expect(
      await refusal(underwriter, 'INTERNAL', [
        chief.id,
        owner.id,
        stranger.id,
        otherBdd.id,
        reviewer.id,
        gone.id,
        unknownId,
      ]),
    ).toEqual([
      { field: 'mentions.1', error: `${owner.name} is a seller and cannot read internal comments` },
      { field: 'mentions.2', error: `${stranger.name} is a seller and cannot read internal comments` },
      { field: 'mentions.3', error: `${otherBdd.name} does not have access to this SLV` },
      { field: 'mentions.4', error: unknown },
      { field: 'mentions.5', error: `${gone.name} no longer uses the portal` },
      { field: 'mentions.6', error: unknown },
    ])
    expect(await refusal(underwriter, 'EXTERNAL', [chief.id, stranger.id])).toEqual([
      {
        field: 'mentions.0',
        error: `${chief.name} cannot be mentioned to the seller; mention them in an internal comment`,
      },
      { field: 'mentions.1', error: `${stranger.name} does not have access to this SLV` },
    ])
    expect(await refusal(owner, 'EXTERNAL', [chief.id, colleague.id, stranger.id, underwriter.id])).toEqual([
      { field: 'mentions.0', error: unknown },
      { field: 'mentions.1', error: `${colleague.name} does not have access to this SLV` },
      { field: 'mentions.2', error: unknown },
    ])
    expect(await db.selectFrom('comment').select('id').execute()).toEqual([])
  })

  test('are listed by type: underwriters and the BDD, or the people whom the seller knows', async ({ a, as }) => {
    const { slv, people, owner, overseer, underwriter, bdd, chief, outsider, manager, stranger } =
      await slvWithPeople(a)
    const listed = async (actor: typeof owner, type: 'INTERNAL' | 'EXTERNAL', search = '') => {
      const found = await listMentionables(await as(actor), type, { proxyLoanId: slv.id, search, page: 1, size: 999 })
      expect(found.total).toBe(found.items.length)
      return Object.fromEntries(found.items.map(({ id, isReader }) => [nameOf(id), isReader]))
    }
    const nameOf = (id: string) => Object.entries(people).find(([, actor]) => actor.id === id)?.[0] ?? id
    expect(await listed(underwriter, 'INTERNAL')).toEqual({
      bdd: true,
      chief: true,
      manager: false,
      outsider: false,
      underwriter: true,
    })
    expect(await listed(underwriter, 'INTERNAL', chief.name.toUpperCase())).toEqual({ chief: true })
    const known = { owner: true, overseer: true, underwriter: true }
    expect(await listed(underwriter, 'EXTERNAL')).toEqual(known)
    expect(await listed(owner, 'EXTERNAL')).toEqual(known)
    // Who spoke to the seller is known to them; who spoke of them is not.
    await say(await as(chief), slv, { type: 'EXTERNAL' })
    await say(await as(underwriter), slv, { mentions: [outsider.id, bdd.id, manager.id] })
    await say(await as(outsider), slv)
    expect(await listed(overseer, 'EXTERNAL')).toEqual({ ...known, chief: true })
    const query = { proxyLoanId: slv.id, search: '', page: 1, size: 999 }
    await expect(listMentionables(await as(stranger), 'EXTERNAL', query)).rejects.toMatchObject({ statusCode: 404 })
    await expect(
      listMentionables(await as(owner), 'EXTERNAL', { ...query, proxyLoanId: unknownId }),
    ).rejects.toMatchObject({ statusCode: 404 })
  })
})
