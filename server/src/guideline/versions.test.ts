import type { NewRule, Program } from '@portal/contract/guideline/model'
import type { SlvForm } from '@portal/contract/slv/form'
import { describe, expect } from 'vitest'
import { test as base } from '../../test/makers.ts'
import { findRows } from '../../test/rows.ts'
import type { Ctx } from '../lib/ctx.ts'
import { addProgram, updateProgram } from './change-programs.ts'
import {
  createVersion,
  deleteVersion,
  updateVersion,
} from './change-version.ts'
import { compareVersions } from './compare-versions.ts'
import { evaluateFigures, getGuide } from './evaluate-loan.ts'
import { getVersion, listVersions } from './list-versions.ts'
import { publishVersion } from './publish-version.ts'
import { listFactors, saveFactors } from './save-factors.ts'
import { listRules, saveRules } from './save-rules.ts'

const program = (code: string): Program => ({
  code,
  name: `Program ${code}`,
  family: 'DSCR',
  qualifiesBy: 'DSCR',
  activeFrom: '2020-01-01',
  activeTo: null,
  approvalDays: 60,
  products: [{ code: `${code}-30F`, name: 'Fixed' }],
})

const rule = (
  parameter: NewRule['parameter'],
  value: number,
  more: Partial<NewRule> = {},
): NewRule => ({
  program: 'P1',
  parameter,
  operator: parameter === 'CREDIT_SCORE' ? '>=' : '<=',
  value,
  unit: null,
  scope: {},
  severity: 'REVIEW',
  citation: '§1',
  text: 'As written',
  ...more,
})

/**
 * An administrator of guidelines and a draft for one program. `today` is
 * 2026-03-18 in New York.
 */
const test = base.extend('guide', async ({ a, as, now }) => {
  const person = await a.underwriter('manageGuidelines')
  const admin = await as(person)
  await addProgram(admin, program('P1'))
  const newDraft = async (rules: NewRule[], ctx: Ctx = admin) => {
    const { id } = await createVersion(ctx, { title: 'Spring' })
    await saveRules(ctx, id, rules)
    return id
  }
  const on = (days: number) =>
    as(person, new Date(now.getTime() + days * 86_400_000))
  return { admin, newDraft, on }
})

const strict = [rule('CREDIT_SCORE', 680), rule('LTV', 75)]
const loose = [rule('CREDIT_SCORE', 660), rule('LTV', 75)]
const loan: Partial<SlvForm> = {
  buyerNonAgencyProgram: 'Program P1',
  creditScore: 670,
  ltv: 70,
}
const verdictOn = async (ctx: Ctx, asOf: string) => {
  const { verdict, versionNumber } = await evaluateFigures(ctx, loan, asOf)
  return { verdict, isVersioned: versionNumber !== null }
}
const dayAfter = (now: Date, days: number) =>
  new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)

describe('publishing', () => {
  test('puts a version in force from its day on, and ends the one before it', async ({
    guide,
    now,
  }) => {
    const { admin, newDraft } = guide
    const first = await newDraft(loose)
    await publishVersion(admin, first, dayAfter(now, 0))
    const second = await newDraft(strict)
    await publishVersion(admin, second, dayAfter(now, 1))
    expect(await verdictOn(admin, dayAfter(now, -1))).toEqual({
      verdict: 'INCOMPLETE',
      isVersioned: false,
    })
    expect(await verdictOn(admin, dayAfter(now, 0))).toEqual({
      verdict: 'ELIGIBLE',
      isVersioned: true,
    })
    expect(await verdictOn(admin, dayAfter(now, 1))).toEqual({
      verdict: 'NEEDS_VARIANCE',
      isVersioned: true,
    })
    expect(await getVersion(admin, first)).toMatchObject({
      status: 'PUBLISHED',
      effectiveTo: dayAfter(now, 1),
    })
    expect(await getVersion(admin, second)).toMatchObject({
      effectiveFrom: dayAfter(now, 1),
      effectiveTo: null,
    })
  })

  test('can start in the past only as the first guidelines of its programs', async ({
    guide,
    now,
  }) => {
    const { admin, newDraft } = guide
    await publishVersion(admin, await newDraft(loose), dayAfter(now, -30))
    expect(await verdictOn(admin, dayAfter(now, -20))).toEqual({
      verdict: 'ELIGIBLE',
      isVersioned: true,
    })
    await expect(
      publishVersion(admin, await newDraft(strict), dayAfter(now, -1)),
    ).rejects.toMatchObject({
      details: [
        {
          field: 'effectiveFrom',
          error:
            'A version can’t start in the past. Only the first guidelines of a program can.',
        },
      ],
    })
    expect(await verdictOn(admin, dayAfter(now, -1))).toEqual({
      verdict: 'ELIGIBLE',
      isVersioned: true,
    })
  })

  test('says whether a draft may start in the past, by the programs that it has rules for', async ({
    guide,
    now,
  }) => {
    const { admin, newDraft } = guide
    const mayStartInPast = async (...programs: string[]) => {
      const rules = programs.map((code) => rule('LTV', 75, { program: code }))
      const draft = await listRules(admin, await newDraft(rules))
      return draft.mayStartInPast
    }
    expect(await mayStartInPast('P1')).toBe(true)
    // Published but not in effect yet: the program had its first guidelines.
    await publishVersion(admin, await newDraft(strict), dayAfter(now, 30))
    expect(await mayStartInPast('P1')).toBe(false)
    await addProgram(admin, program('P2'))
    expect(await mayStartInPast('P2')).toBe(true)
    expect(await mayStartInPast('P1', 'P2')).toBe(false)
    const later = await newDraft([rule('LTV', 75, { program: 'P2' })])
    await publishVersion(admin, later, dayAfter(now, -30))
    expect(await getVersion(admin, later)).toMatchObject({
      effectiveFrom: dayAfter(now, -30),
    })
  })

  test('is refused without rules, with overlaps, and before a later version', async ({
    guide,
    now,
  }) => {
    const { admin, newDraft } = guide
    const empty = (await createVersion(admin, { title: 'Empty' })).id
    await expect(
      publishVersion(admin, empty, dayAfter(now, 0)),
    ).rejects.toMatchObject({ statusCode: 409 })
    const draft = await newDraft(loose)
    const overlapping = await newDraft([
      rule('LTV', 75),
      rule('LTV', 80, { scope: { states: ['CA'] } }),
    ])
    await expect(
      publishVersion(admin, overlapping, dayAfter(now, 0)),
    ).rejects.toMatchObject({
      details: [
        {
          field: 'rules.1',
          error: 'Overlaps with rule 1: both apply to the same loan',
        },
      ],
    })
    expect((await listRules(admin, overlapping)).overlaps).toHaveLength(1)
    await publishVersion(admin, draft, dayAfter(now, 5))
    const late = await newDraft(strict)
    await expect(
      publishVersion(admin, late, dayAfter(now, 5)),
    ).rejects.toMatchObject({ statusCode: 409 })
  })

  test('freezes the rules, also in the database', async ({
    guide,
    now,
    db,
  }) => {
    const { admin, newDraft } = guide
    const id = await newDraft(loose)
    await publishVersion(admin, id, dayAfter(now, 0))
    await expect(saveRules(admin, id, strict)).rejects.toMatchObject({
      statusCode: 409,
    })
    await expect(deleteVersion(admin, id)).rejects.toMatchObject({
      statusCode: 409,
    })
    await expect(
      db.deleteFrom('guidelineRule').where('versionId', '=', id).execute(),
    ).rejects.toThrow('never change')
  })

  test('a version in force can’t be retired', async ({ guide, now }) => {
    const { admin, newDraft } = guide
    const id = await newDraft(loose)
    await expect(
      updateVersion(admin, id, { status: 'RETIRED' }),
    ).rejects.toMatchObject({ statusCode: 409 })
    await publishVersion(admin, id, dayAfter(now, 0))
    await expect(
      updateVersion(admin, id, { status: 'RETIRED' }),
    ).rejects.toThrow('in effect')
    await publishVersion(admin, await newDraft(strict), dayAfter(now, 1))
    expect(await updateVersion(admin, id, { status: 'RETIRED' })).toMatchObject(
      { status: 'RETIRED' },
    )
  })
})

describe('a draft', () => {
  test('keeps the ids of rules that stay, and history names what changed', async ({
    guide,
    db,
  }) => {
    const { admin, newDraft } = guide
    const id = await newDraft(loose)
    const [score, ltv] = (await listRules(admin, id)).rules
    const kept = await saveRules(admin, id, [
      { ...rule('CREDIT_SCORE', 700), id: score?.id },
      { ...rule('LTV', 75), id: ltv?.id },
    ])
    expect(kept.rules.map((each) => each.id)).toEqual([score?.id, ltv?.id])
    const lines = await findRows(db, 'guidelineHistory', {})
    expect(lines.at(-1)?.changes).toEqual([
      {
        field: 'P1 FICO (All loans)',
        before: '≥ 660 · §1',
        after: '≥ 700 · §1',
      },
    ])
    expect(lines.map(({ position }) => position)).toEqual(
      lines.map((_, index) => index + 1),
    )
  })

  test('refuses a stale version and an unknown program, and keeps its rules', async ({
    guide,
  }) => {
    const { admin, newDraft } = guide
    const id = await newDraft(loose)
    const { version } = await listRules(admin, id)
    await expect(
      saveRules(admin, id, strict, version - 1),
    ).rejects.toMatchObject({ statusCode: 412 })
    await expect(
      saveRules(admin, id, [rule('LTV', 75, { program: 'NO' })]),
    ).rejects.toMatchObject({
      details: [{ field: 'rules.0.program', error: 'Unknown program NO' }],
    })
    expect(
      (await listRules(admin, id)).rules.map(({ value }) => value),
    ).toEqual([660, 75])
  })

  test('is a copy that compares rule by rule, with loosenings', async ({
    guide,
  }) => {
    const { admin, newDraft } = guide
    const id = await newDraft(strict)
    const copy = await createVersion(admin, { title: 'Copy', copyOf: id })
    expect(copy.rules).toBe(2)
    expect(await compareVersions(admin, copy.id, id)).toEqual({ changes: [] })
    await saveRules(admin, copy.id, [
      rule('CREDIT_SCORE', 660),
      rule('DSCR', 1, { operator: '>=' }),
    ])
    const { changes } = await compareVersions(admin, copy.id, id)
    expect(
      changes.map(({ before, after, isLooser }) => [
        before?.value,
        after?.value,
        isLooser,
      ]),
    ).toEqual([
      [680, 660, true],
      [undefined, 1, false],
      [75, undefined, true],
    ])
  })

  test('compares with the rules in effect today for its own programs, if no version is named', async ({
    guide,
    now,
  }) => {
    const { admin, newDraft } = guide
    await addProgram(admin, program('P2'))
    const first = await newDraft([
      ...strict,
      rule('LTV', 60, { program: 'P2' }),
    ])
    await publishVersion(admin, first, dayAfter(now, 0))
    const second = await newDraft(loose)
    const { changes } = await compareVersions(admin, second)
    expect(
      changes.map(({ before, after, isLooser }) => [
        before?.value,
        after?.value,
        isLooser,
      ]),
    ).toEqual([[680, 660, true]])
  })

  test('is seen only by people who manage guidelines', async ({
    guide,
    a,
    as,
    now,
  }) => {
    const { admin, newDraft } = guide
    const id = await newDraft(loose)
    const others = [
      await as(await a.underwriter('manageSla')),
      await as(await a.seller()),
    ]
    for (const other of others) {
      expect(await listVersions(other, {})).toEqual({ items: [] })
      await expect(getVersion(other, id)).rejects.toMatchObject({
        statusCode: 404,
      })
      await expect(listRules(other, id)).rejects.toMatchObject({
        statusCode: 404,
      })
    }
    await publishVersion(admin, id, dayAfter(now, 0))
    for (const other of others)
      expect((await listRules(other, id)).rules).toHaveLength(2)
  })
})

test('rights are checked under the lock', async ({ guide, a, as }) => {
  const without = await as(await a.underwriter('manageSla'))
  const id = await guide.newDraft(loose)
  for (const call of [
    () => createVersion(without, { title: 'Mine' }),
    () => saveRules(without, id, strict),
    () => publishVersion(without, id, '2026-12-01'),
    () => addProgram(without, program('P2')),
    () => saveFactors(without, []),
  ])
    await expect(call()).rejects.toMatchObject({ statusCode: 403 })
})

describe('a program', () => {
  test('is changed by its code, and refused with a twin or without an end after its start', async ({
    guide,
  }) => {
    const { admin } = guide
    const changed = await updateProgram(admin, {
      code: 'P1',
      name: 'Prime',
      products: [{ code: 'X', name: 'X' }],
    })
    expect(changed).toMatchObject({
      name: 'Prime',
      version: 2,
      products: [{ code: 'X', name: 'X' }],
    })
    await expect(
      updateProgram(admin, { code: 'P1', name: 'Other' }, 1),
    ).rejects.toMatchObject({ statusCode: 412 })
    await addProgram(admin, program('P2'))
    await expect(
      updateProgram(admin, { code: 'P2', name: 'Prime' }),
    ).rejects.toMatchObject({ statusCode: 409 })
    await expect(
      updateProgram(admin, { code: 'P2', activeTo: '2019-01-01' }),
    ).rejects.toMatchObject({
      details: [
        {
          field: 'activeTo',
          error: 'The end date must not be before the start date',
        },
      ],
    })
  })

  test('that has ended is not offered any more', async ({ guide, now }) => {
    const { admin } = guide
    await updateProgram(admin, { code: 'P1', activeTo: dayAfter(now, 1) })
    const codesOn = async (day: string) =>
      (await getGuide(admin, day)).programs.map(({ code }) => code)
    expect(await codesOn(dayAfter(now, 1))).toContain('P1')
    expect(await codesOn(dayAfter(now, 2))).not.toContain('P1')
  })
})

test('the catalog of factors is replaced as a whole, with a problem for each wrong row', async ({
  guide,
}) => {
  const { admin } = guide
  const { version, factors } = await listFactors(admin)
  expect(factors[0]).toMatchObject({
    label: 'Reserves above requirement',
    threshold: 4,
  })
  const [first] = factors
  if (!first) throw new Error('No factors')
  await expect(
    saveFactors(admin, [first, { ...first, threshold: null }], version),
  ).rejects.toMatchObject({
    details: [
      {
        field: 'factors.1.label',
        error: 'Another factor already has this name',
      },
      { field: 'factors.1.threshold', error: 'Required' },
    ],
  })
  const saved = await saveFactors(admin, [{ ...first, threshold: 6 }], version)
  expect(saved).toMatchObject({
    version: version + 1,
    factors: [{ threshold: 6 }],
  })
  await expect(saveFactors(admin, [], version)).rejects.toMatchObject({
    statusCode: 412,
  })
})

test('an evaluation names distance, nearest fit, other programs and factors', async ({
  guide,
  now,
}) => {
  const { admin, newDraft } = guide
  await addProgram(admin, program('P2'))
  const id = await newDraft([
    ...strict,
    rule('CREDIT_SCORE', 640, { program: 'P2' }),
  ])
  await publishVersion(admin, id, dayAfter(now, 0))
  const answer = await evaluateFigures(admin, {
    ...loan,
    creditScore: 690,
    ltv: 80,
    loanAmount: 800_000,
  })
  expect(answer).toMatchObject({
    verdict: 'NEEDS_VARIANCE',
    versionId: id,
    findings: [
      { parameter: 'LTV', state: 'MISSES', distance: 5, citation: '§1' },
      { parameter: 'CREDIT_SCORE', state: 'MEETS', distance: 10 },
    ],
    nearest: { field: 'loanAmount', from: 800_000, to: 750_000, ltv: 75 },
    alternatives: [{ code: 'P2', name: 'Program P2' }],
  })
  expect(
    answer.factors.find(({ label }) => label === 'FICO above requirement'),
  ).toMatchObject({
    state: 'DOES_NOT_COUNT',
  })
})
