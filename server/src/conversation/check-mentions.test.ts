import { describe, expect } from 'vitest'
import { test } from '../../test/makers.ts'
import { nameIn, say, slvWithPeople } from '../../test/talk.ts'
import { listMentionables } from './list-mentionables.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'

describe('mentions', () => {
  test('are refused one by one, with the name if the actor may know it', async ({ a, as, db }) => {
    const { slv, underwriter, owner, stranger, otherBdd, reviewer, chief, colleague } = await slvWithPeople(a)
    const gone = await a.underwriter()
    await a.deactivate(gone)
    const refusal = async (actor: typeof owner, type: 'INTERNAL' | 'EXTERNAL', ids: string[]) =>
      say(await as(actor), slv, { type, mentions: ids }).then(
        () => [],
        ({ statusCode, message, details }) => {
          expect([statusCode, message]).toEqual([400, details[0].error])
          return details
        },
      )
    const unknown = 'Someone you mentioned cannot read this comment'
    const mentioned = [chief, owner, stranger, otherBdd, reviewer, gone].map(({ id }) => id)
    expect(await refusal(underwriter, 'INTERNAL', [...mentioned, unknownId])).toEqual([
      { field: 'mentions.1', error: `${owner.name} is a seller and cannot read internal comments` },
      { field: 'mentions.2', error: `${stranger.name} is a seller and cannot read internal comments` },
      { field: 'mentions.3', error: `${otherBdd.name} does not have access to this SLV` },
      { field: 'mentions.4', error: unknown },
      { field: 'mentions.5', error: `${gone.name} no longer uses the portal` },
      { field: 'mentions.6', error: unknown },
    ])
    const internalOnly = `${chief.name} cannot be mentioned to the seller; mention them in an internal comment`
    expect(await refusal(underwriter, 'EXTERNAL', [chief.id, stranger.id])).toEqual([
      { field: 'mentions.0', error: internalOnly },
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
    const { slv, people } = await slvWithPeople(a)
    const { owner, overseer, underwriter, bdd, chief, outsider, manager, stranger } = people
    const query = { proxyLoanId: slv.id, search: '', page: 1, size: 999 }
    const listed = async (actor: typeof owner, type: 'INTERNAL' | 'EXTERNAL', search = '') => {
      const found = await listMentionables(await as(actor), type, { ...query, search })
      expect(found.total).toBe(found.items.length)
      return Object.fromEntries(found.items.map(({ id, isReader }) => [nameIn(people)(id), isReader]))
    }
    const internal = { bdd: true, chief: true, manager: false, outsider: false, underwriter: true }
    expect(await listed(underwriter, 'INTERNAL')).toEqual(internal)
    expect(await listed(underwriter, 'INTERNAL', chief.name.toUpperCase())).toEqual({ chief: true })
    const known = { owner: true, overseer: true, underwriter: true }
    expect(await listed(underwriter, 'EXTERNAL')).toEqual(known)
    expect(await listed(owner, 'EXTERNAL')).toEqual(known)
    // The seller knows people who wrote external comments, and not those who wrote internal ones.
    await say(await as(chief), slv, { type: 'EXTERNAL' })
    await say(await as(underwriter), slv, { mentions: [outsider.id, bdd.id, manager.id] })
    await say(await as(outsider), slv)
    expect(await listed(overseer, 'EXTERNAL')).toEqual({ ...known, chief: true })
    for (const [actor, proxyLoanId] of [
      [stranger, slv.id],
      [owner, unknownId],
    ] as const) {
      const refused = listMentionables(await as(actor), 'EXTERNAL', { ...query, proxyLoanId })
      await expect(refused).rejects.toMatchObject({ statusCode: 404 })
    }
  })
})
