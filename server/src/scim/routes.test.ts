import { describe, expect } from 'vitest'
import { newUser, test, userSchema } from '../../test/scim.ts'

describe('a new user', () => {
  test('is answered with 201, its address, its version and its id', async ({ portal: { scim } }) => {
    const wanted = newUser({ externalId: 'ext-1' })
    const { status, headers, body } = await scim.post('/Users', wanted)
    expect(status).toBe(201)
    expect(headers.get('content-type')).toBe('application/scim+json; charset=utf-8')
    expect(headers.get('location')).toBe(`http://portal.example/scim/v2/Users/${body.id}`)
    expect(headers.get('etag')).toBe(body.meta.version)
    expect(body).toMatchObject({
      schemas: [userSchema],
      userName: wanted.userName,
      externalId: 'ext-1',
      active: true,
      displayName: 'Kim Lee',
      emails: [{ value: wanted.userName.toLowerCase(), type: 'work', primary: true }],
      meta: { resourceType: 'User', location: headers.get('location') },
    })
    expect((await scim.get(`/Users/${body.id}`)).body).toEqual(body)
  })
})
