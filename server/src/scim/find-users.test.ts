import { describe, expect } from 'vitest'
import { newGroup, test } from '../../test/scim.ts'
import { listUsers } from './find-users.ts'
import { enterpriseSchema } from './list-schemas.ts'

const search = (filter: string, more = '') =>
  `?filter=${encodeURIComponent(filter)}${more}`

describe('filters', () => {
  test.for<[filter: string, found: string]>([
    ['userName eq "ANA.ORTIZ@buyer.example"', 'ana'],
    ['USERNAME Eq "ana.ortiz@buyer.example"', 'ana'],
    [
      'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ana.ortiz@buyer.example"',
      'ana',
    ],
    ['userName sw "ana" or userName sw "BEN"', 'ana ben'],
    ['userName ew "cho@buyer.example" or userName co "ORTIZ"', 'ana cho'],
    ['externalId eq "E-1"', 'ana'],
    ['externalId eq "e-1"', ''],
    ['externalId pr and not (externalId eq "E-1")', 'ben'],
    ['emails.value eq "Ben@mail.example"', 'ben'],
    ['emails[type eq "work" and value eq "ben@mail.example"]', 'ben'],
    ['emails[type eq "home" and value eq "ben@mail.example"]', ''],
    ['active eq false', 'cho'],
    ['active eq true and name.familyName eq "ORTIZ"', 'ana'],
    ['active eq "False"', 'cho'],
    ['name.familyName ne "ortiz" and active ne false', 'ben'],
    ['displayName co "n b"', 'ben'],
    [`${enterpriseSchema}:organization pr`, 'cho'],
    ['userName eq "ana\\"s@buyer.example"', ''],
    ['userName co "%" or userName co "_"', ''],
    ['userName eq "\' or 1=1 --"', ''],
  ])(
    '%s finds “%s”',
    async ([filter, found], { filtered: { scim, names } }) => {
      const { status, body } = await scim.get(
        `/Users${search(`(${filter}) and userName ew "example"`)}`,
      )
      expect(status).toBe(200)
      const ids = body.Resources.map(({ id }) => id)
      expect(ids.map((id) => names.get(id)).join(' ')).toBe(found)
      expect(body.totalResults).toBe(ids.length)
    },
  )

  test('by id and by group', async ({ filtered: { scim, names } }) => {
    const [ana = '', ben = ''] = [...names.keys()]
    const { body: group } = await scim.post(
      '/Groups',
      newGroup('Filtered', ben),
    )
    expect(
      (await scim.get(`/Users${search(`id eq "${ana}"`)}`)).body.Resources,
    ).toMatchObject([{ id: ana }])
    expect(
      (await scim.get(`/Users${search(`groups.value eq "${group.id}"`)}`)).body
        .Resources,
    ).toMatchObject([{ id: ben }])
    expect(
      (await scim.get(`/Groups${search(`members[value eq "${ben}"]`)}`)).body
        .Resources,
    ).toMatchObject([{ id: group.id }])
    expect(
      (await scim.get(`/Groups${search('displayName eq "FILTERED"')}`)).body,
    ).toMatchObject({ totalResults: 1 })
  })

  test.for([
    'title eq "x"',
    'userName',
    'userName eq',
    'userName gt "a"',
    'userName eq 5',
    'active co "t"',
    'active eq 1',
    'eq "x"',
    '(userName eq "a"',
    'userName eq "a" xor active eq true',
    'constructor eq "a"',
    'emails[primary eq true',
    `userName eq "${'\n'.repeat(40)}`,
    `${'('.repeat(1500)}userName`,
    `userName eq "${'a'.repeat(2000)}"`,
  ])('%s is 400 invalidFilter', async (filter, { portal: { scim } }) => {
    const { status, body } = await scim.get(`/Users${search(filter)}`)
    expect([status, body.scimType]).toEqual([400, 'invalidFilter'])
  })
})

describe('pages', () => {
  test('of 1,000 users are complete, in a stable order, and take two queries each', async ({
    crowded,
  }) => {
    const { scim, db } = crowded
    const filter = 'userName sw "crowd."'
    const seen: string[] = []
    for (let startIndex = 1; startIndex <= 1000; startIndex += 200) {
      const { body } = await scim.get(
        `/Users${search(filter, `&startIndex=${startIndex}&count=500`)}`,
      )
      expect(body).toMatchObject({
        totalResults: 1000,
        startIndex,
        itemsPerPage: 200,
      })
      seen.push(...body.Resources.map(({ id }) => id))
      expect(body.Resources[0]?.groups).toMatchObject([
        { display: 'Crowd', type: 'direct' },
      ])
    }
    expect(new Set(seen).size).toBe(1000)
    let queries = 0
    const counted = db.withPlugin({
      transformQuery: ({ node }) => {
        queries++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const { rows } = await listUsers(
      { db: counted },
      { filter, startIndex: 1, count: 200 },
    )
    expect([rows.length, queries]).toEqual([200, 2])
  })

  test.for<[query: string, startIndex: number, size: number]>([
    ['startIndex=0&count=3', 1, 3],
    ['startIndex=-5&count=3', 1, 3],
    ['startIndex=999&count=3', 999, 2],
    ['startIndex=5000&count=3', 5000, 0],
    ['count=0', 1, 0],
    ['count=-1', 1, 0],
    ['', 1, 200],
  ])(
    '%s starts at %i and has %i',
    async ([query, startIndex, size], { crowded: { scim } }) => {
      const { body } = await scim.get(
        `/Users${search('userName sw "crowd."', `&${query}`)}`,
      )
      expect(body).toMatchObject({
        totalResults: 1000,
        startIndex,
        itemsPerPage: size,
      })
      expect(body.Resources).toHaveLength(size)
    },
  )

  test('with a startIndex that isn’t a number return 400', async ({
    portal: { scim },
  }) => {
    expect((await scim.get('/Users?startIndex=x')).status).toBe(400)
  })

  test('leave out the members of groups if those are excluded', async ({
    crowded: { scim },
  }) => {
    const { body } = await scim.get(
      `/Groups${search('displayName eq "Crowd"', '&excludedAttributes=members')}`,
    )
    expect(body.Resources[0]).toMatchObject({ displayName: 'Crowd' })
    expect(body.Resources[0]?.members).toBeUndefined()
    const { members } = (await scim.get(`/Groups/${body.Resources[0]?.id}`))
      .body
    expect(members).toHaveLength(1000)
  })
})
