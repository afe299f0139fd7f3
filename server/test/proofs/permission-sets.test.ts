import { tableModesFor } from '@portal/contract/slv/table-mode'
import { slvActions, slvTransitions } from '@portal/contract/slv/transitions'
import { tdocModeRules } from '@portal/contract/tdoc/policy'
import { tdocActions, tdocTransitions } from '@portal/contract/tdoc/transitions'
import { mayManage, type PersonFacts } from '@portal/contract/user/manage-policy'
import { type Actor, type Permission, permissions, type Role, roles } from '@portal/contract/user/model'
import type { ActorRule } from '@portal/contract/user/policy'
import { describe, expect, test } from 'vitest'
import { everyEndpoint, nameOf } from './every-endpoint.ts'
import { callers, movers, tabs, tdocMovers, tdocTables } from './reading.ts'

/** Every set of the 14 permissions, as bits in the order of the contract. */
const sets = 2 ** permissions.length
const bit = (permission: string) => {
  const index = permissions.map(String).indexOf(permission)
  if (index < 0) throw new Error(`No permission is called ${permission}`)
  return 1 << index
}

type Reading = (role: Role, held: number) => boolean

/** Parses rights such as 'SELLER UNDERWRITER+assignLoans'. */
const read = (text: string): Reading => {
  const needed = new Map<string, number[]>()
  for (const right of text.split(/\s+/)) {
    const [role = '', ...permissionsOf] = right.split('+')
    const known = role === 'everyone' ? roles : roles.filter((one) => one === role)
    if (known.length === 0) throw new Error(`No role is called ${role}`)
    for (const one of known)
      needed.set(one, [...(needed.get(one) ?? []), permissionsOf.reduce((mask, key) => mask | bit(key), 0)])
  }
  return (role, held) => (needed.get(role) ?? []).some((mask) => (held & mask) === mask)
}

const actors = (role: Role): Actor[] =>
  Array.from({ length: sets }, (_, held) => ({
    id: 'me',
    name: 'Me',
    role,
    companyId: 'home',
    permissions: Object.fromEntries(permissions.map((key, index) => [key, (held & (1 << index)) !== 0])) as Record<
      Permission,
      boolean
    >,
  }))

let asked = 0
/** The first three sets of permissions for which a rule and its reading differ. */
const differing = (people: readonly Actor[], role: Role, rule: ActorRule, reading: Reading) => {
  const wrong: string[] = []
  people.forEach((actor, held) => {
    asked++
    if (rule(actor) !== reading(role, held))
      wrong.push(`${rule(actor)} with ${permissions.filter((key) => actor.permissions[key]).join(' ') || 'nothing'}`)
  })
  return wrong.slice(0, 3)
}

const calls = new Map(
  Object.entries(callers).flatMap(([rights, names]) =>
    names
      .split('\n')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => [name, rights] as const),
  ),
)

test('the second reading has every call of the contract and no others', async () => {
  const names = (await everyEndpoint()).map(nameOf)
  expect({ unread: names.filter((name) => !calls.has(name)) }).toEqual({ unread: [] })
  expect({ gone: [...calls.keys()].filter((name) => !names.includes(name)) }).toEqual({ gone: [] })
})

describe.each(roles)('%s, with each of the 16,384 sets of permissions', (role) => {
  const people = actors(role)
  const expectSame = (name: string, rule: ActorRule, rights: string) =>
    expect({ name, wrong: differing(people, role, rule, read(rights)) }).toEqual({ name, wrong: [] })

  test('may make the calls of the second reading', async () => {
    for (const endpoint of await everyEndpoint()) {
      const name = nameOf(endpoint)
      const rights = calls.get(name) ?? 'none'
      if (endpoint.access === 'PUBLIC') expect([name, rights]).toEqual([name, 'public'])
      else expectSame(name, endpoint.access, rights)
    }
  })

  test('may make the transitions of SLVs', () => {
    expect([...slvActions].sort()).toEqual(Object.keys(movers).sort())
    for (const action of slvActions) expectSame(action, slvTransitions[action].access, movers[action])
  })

  test('may make the transitions of Tdocs, and has their tables', () => {
    expect([...tdocActions].sort()).toEqual(Object.keys(tdocMovers).sort())
    for (const action of tdocActions) expectSame(action, tdocTransitions[action].access, tdocMovers[action])
    for (const mode of ['ACTIVE', 'PURCHASED_POST_PURCHASED'] as const)
      expectSame(mode, tdocModeRules[mode], tdocTables[mode])
  })

  test('has the tabs of SLVs', () => {
    const has = people.map(tableModesFor)
    for (const [mode, rights] of Object.entries(tabs)) {
      const reading = read(rights)
      const wrong = has.filter((modes, held) => modes.some((one) => one === mode) !== reading(role, held))
      expect({ mode, wrong: wrong.length }).toEqual({ mode, wrong: 0 })
    }
    asked += people.length * 5
  })

  test('manages people of their own company, or of all', () => {
    const person = (companyId: string) => ({ id: 'you', companyId }) as unknown as PersonFacts
    const everybody = 'UNDERWRITER+managePermissions'
    const own = `${everybody} UNDERWRITER+myCompanyAdmin SELLER+myCompanyAdmin TPR+myCompanyAdmin`
    expectSame('a colleague', (actor) => mayManage(actor, person('home')), own)
    expectSame('somebody of another company', (actor) => mayManage(actor, person('away')), everybody)
  })
})

test('every role and every set was compared', () => {
  process.stdout.write(`${asked} answers of the policies compared with their second reading\n`)
  expect(asked).toBeGreaterThan(10_000_000)
})
