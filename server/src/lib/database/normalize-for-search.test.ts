import { normalizeForSearch } from '@portal/contract/lib/normalize-for-search'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { test } from '../../../test/fixture.ts'
import type { Db } from './db.ts'
import { containing } from './list-query.ts'

/**
 * Assigned characters; ideographs and Hangul, which are 100,000 alike, are left
 * out.
 */
const characters = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
  .map((code) => String.fromCodePoint(code))
  .filter(
    (character) =>
      !/[\p{Cn}\p{Co}\p{Unified_Ideograph}\uac10-\ud7a3]/u.test(character),
  )
const anyCharacter = fc.constantFrom(...characters)
const commonCharacter = fc.constantFrom(
  ..." #'-.,%_\\aZé’ʼñİıßẞςΣøŁæœþĐﬁ１\u0301\u0327\u200d\u200e\u202a\u00ad\ufeffかが한й",
)
const texts = fc
  .array(fc.oneof(anyCharacter, commonCharacter), {
    minLength: 1,
    maxLength: 12,
  })
  .map((all) => all.join(''))

type Row = { text: string; form: string; formOfLower: string }

/**
 * The forms of texts in PostgreSQL; of texts whose characters PostgreSQL's
 * version of Unicode has.
 */
async function readForms(db: Db, all: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select value as text, search_form(value) as form, search_form(lower(value)) as form_of_lower
    from unnest(${all}::text[]) as value where unicode_assigned(value)`.execute(
    db,
  )
  return rows
}

describe('the normal form for search', () => {
  test('is the same in PostgreSQL and in JavaScript for any text, also for one that is stored in lower case', async ({
    db,
  }) => {
    const all = fc.sample(texts, { numRuns: 3_000, seed: 26 })
    const rows = await readForms(db, all)
    expect(rows.length).toBeGreaterThan(2_500)
    expect(
      rows.filter(({ text, form }) => form !== normalizeForSearch(text)),
    ).toEqual([])
    expect(
      rows.filter(({ form, formOfLower }) => form !== formOfLower),
    ).toEqual([])
  })

  test('is the same for each character of Unicode', async ({ db }) => {
    const rows = await readForms(db, characters)
    expect(rows.length).toBeGreaterThan(40_000)
    expect(
      rows.filter(({ text, form }) => form !== normalizeForSearch(text)),
    ).toEqual([])
  })

  test('finds what is stored by itself, with wildcards as plain characters', async ({
    db,
  }) => {
    const all = (
      await readForms(db, fc.sample(texts, { numRuns: 500, seed: 27 }))
    ).map(({ text }) => text)
    const { rows } = await sql<{ text: string }>`
      select value as text
      from
        unnest(${all}::text[], ${all.map(containing)}::text[]) as stored(value, pattern)
      where not search_form(E'\n' || value || E'\n') like pattern`.execute(db)
    expect(rows).toEqual([])
  })
})
