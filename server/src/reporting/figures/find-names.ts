import { isFoundBy } from '@portal/contract/lib/normalize-for-search'
import type { Facts, Snapshot } from '../../analytics/open-facts.ts'

/** The most choices in a filter. */
const most = 50

const choices = {
  sellers:
    'select distinct name from companies where id in (select company_id from facts)',
  programs: `select distinct buyer_non_agency_program as name from facts where name is not null`,
}
const collator = new Intl.Collator('en-US')

/** The choices of the filters: the names of all that is counted. */
export function findNames(facts: Facts) {
  const find = (what: keyof typeof choices) => (search: string) =>
    facts.read(async ({ query, cached }) => {
      const names = await cached(what, async () =>
        (await query<{ name: string }>(choices[what]))
          .map(({ name }) => name)
          .sort(collator.compare),
      )
      return names.filter((name) => isFoundBy(name, search)).slice(0, most)
    })
  return { sellers: find('sellers'), programs: find('programs') }
}

/** The buyer's people with these ids, in that order. */
export async function findPeople(
  ask: Snapshot['query'],
  ids: readonly string[] = [],
) {
  if (ids.length === 0) return []
  const found = await ask<{ id: string; name: string }>(
    'from people where list_contains($ids, id)',
    { ids },
  )
  const byId = new Map(found.map((person) => [person.id, person]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
