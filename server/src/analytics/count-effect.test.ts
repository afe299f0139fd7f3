import { evaluate } from '@portal/contract/guideline/evaluate'
import type { NewRule, Rule } from '@portal/contract/guideline/model'
import { civil } from '@portal/contract/sla/calendar'
import { describe, expect } from 'vitest'
import { createDice } from '../../test/dice.ts'
import { test as base } from '../../test/makers.ts'
import { setRows } from '../../test/rows.ts'
import { addProgram } from '../guideline/change-programs.ts'
import { createVersion } from '../guideline/change-version.ts'
import { publishVersion } from '../guideline/publish-version.ts'
import { readRules, readRulesInForce } from '../guideline/read-rules.ts'
import { saveRules } from '../guideline/save-rules.ts'
import { countEffect } from './count-effect.ts'

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
/** What `evaluate` reads of an SLV. */
type Figures = Parameters<typeof evaluate>[0]

const inForce = [rule('CREDIT_SCORE', 660), rule('LTV', 75)]

/**
 * Rules in force for one program, SLVs of it, and the effect of a draft with
 * other rules.
 */
const test = base.extend('effect', async ({ a, as, now, db }) => {
  const admin = await as(
    await a.underwriter('manageGuidelines', 'viewSlvDepartment'),
  )
  for (const code of ['P1', 'P2'])
    await addProgram(admin, {
      code,
      name: `Program ${code}`,
      family: 'DSCR',
      qualifiesBy: 'DSCR',
      activeFrom: '2020-01-01',
      activeTo: null,
      approvalDays: 60,
      products: [{ code: 'X', name: 'X' }],
    })
  const draft = async (rules: NewRule[]) => {
    const { id } = await createVersion(admin, { title: 'Draft' })
    await saveRules(admin, id, rules)
    return id
  }
  await publishVersion(
    admin,
    await draft(inForce),
    now.toISOString().slice(0, 10),
  )
  const loan = async (
    creditScore: number,
    ltv: number,
    change: Parameters<typeof a.slv>[0] = {},
  ) => {
    const { id } = await a.slv({
      buyerNonAgencyProgram: 'Program P1',
      creditScore,
      loanAmount: 6_400 * ltv,
      ...change,
    })
    return id
  }
  const decide = (id: string, daysAgo: number) =>
    setRows(
      db,
      'slv',
      { id },
      { decisionDate: new Date(now.getTime() - daysAgo * 86_400_000) },
    )
  return {
    admin,
    draft,
    loan,
    decide,
    of: async (rules: NewRule[]) => countEffect(admin, await draft(rules)),
  }
})

describe('the effect of a draft', () => {
  test('names open SLVs whose verdict changes, with what differs', async ({
    effect,
  }) => {
    const stricter = await effect.loan(670, 70)
    const looser = await effect.loan(700, 78)
    await effect.loan(720, 60)
    await effect.loan(640, 90)
    await effect.loan(670, 70, { status: 'DRAFT' })
    await effect.loan(670, 70, { buyerNonAgencyProgram: 'Program P2' })
    const { open } = await effect.of([
      rule('CREDIT_SCORE', 680),
      rule('LTV', 80),
    ])
    expect(open).toMatchObject({
      total: 5,
      changed: 2,
      newlyNeeded: 1,
      noLongerNeeded: 1,
    })
    const byId = new Map(open.items.map((item) => [item.id, item]))
    expect(byId.get(stricter)).toMatchObject({
      status: 'REVIEW',
      before: 'ELIGIBLE',
      after: 'NEEDS_VARIANCE',
      changes: [
        {
          parameter: 'CREDIT_SCORE',
          before: { state: 'MEETS', operator: '>=', limit: 660, distance: 10 },
          after: { state: 'MISSES', operator: '>=', limit: 680, distance: -10 },
        },
      ],
    })
    expect(byId.get(looser)).toMatchObject({
      before: 'NEEDS_VARIANCE',
      after: 'ELIGIBLE',
      changes: [{ parameter: 'LTV', after: { state: 'MEETS', limit: 80 } }],
    })
  })

  test('counts requests decided in the last 12 months, without a list', async ({
    effect,
  }) => {
    const { loan, decide, of } = effect
    await decide(await loan(670, 70, { status: 'APPROVED' }), 10)
    await decide(await loan(700, 78, { status: 'DECLINED' }), 300)
    await decide(await loan(700, 78, { status: 'NOT_NEEDED' }), 400)
    expect(await of([rule('CREDIT_SCORE', 680), rule('LTV', 80)])).toEqual({
      open: {
        total: 0,
        changed: 0,
        newlyNeeded: 0,
        noLongerNeeded: 0,
        items: [],
      },
      decided: { months: 12, total: 2, newlyNeeded: 1, noLongerNeeded: 1 },
    })
  })

  test('is none with other words, or for programs without rules in the draft', async ({
    effect,
  }) => {
    await effect.loan(640, 90)
    const reworded = inForce.map((each) => ({
      ...each,
      citation: '§2',
      text: 'Reworded',
    }))
    expect((await effect.of(reworded)).open).toMatchObject({
      total: 1,
      changed: 0,
    })
    expect(
      (await effect.of([rule('LTV', 50, { program: 'P2' })])).open,
    ).toMatchObject({ total: 1, changed: 0 })
  })

  test('is evaluated by knockouts and by rules of a program that had none', async ({
    effect,
  }) => {
    await effect.loan(640, 70)
    await effect.loan(700, 70, { buyerNonAgencyProgram: 'Program P2' })
    const rules = [
      ...inForce,
      rule('CREDIT_SCORE', 650, { severity: 'KNOCKOUT' }),
    ]
    const { open } = await effect.of([
      ...rules,
      rule('LTV', 65, { program: 'P2' }),
    ])
    // From needing a variance to not eligible, and from incomplete to needing
    // one.
    expect(open).toMatchObject({
      changed: 2,
      newlyNeeded: 1,
      noLongerNeeded: 0,
    })
    expect(
      open.items.map(({ before, after }) => `${before} ${after}`).toSorted(),
    ).toEqual(['INCOMPLETE NEEDS_VARIANCE', 'NEEDS_VARIANCE NOT_ELIGIBLE'])
  })

  test('dates an appraisal by the request’s own day', async ({
    effect,
    now,
  }) => {
    const { loan, of } = effect
    const asked = new Date(now.getTime() - 200 * 86_400_000)
    const appraisalDate = new Date(now.getTime() - 250 * 86_400_000)
      .toISOString()
      .slice(0, 10)
    await loan(700, 70, { date: asked, appraisalDate, originalLockDate: null })
    expect(
      (await of([...inForce, rule('APPRAISAL_AGE_DAYS', 60)])).open,
    ).toMatchObject({ changed: 0 })
    expect(
      (await of([...inForce, rule('APPRAISAL_AGE_DAYS', 40)])).open,
    ).toMatchObject({ newlyNeeded: 1 })
  })

  test('lists only SLVs that the administrator sees, and counts all', async ({
    effect,
    a,
    as,
  }) => {
    await effect.loan(670, 70)
    const id = await effect.draft([rule('CREDIT_SCORE', 680), rule('LTV', 75)])
    const other = await as(await a.underwriter('manageGuidelines'))
    expect((await countEffect(other, id)).open).toMatchObject({
      changed: 1,
      items: [],
    })
  })

  test('is what evaluating each request by all rules says, for random rules and figures', async ({
    effect,
    db,
  }) => {
    const { draft, loan, admin } = effect
    const dice = createDice(11)
    for (let n = 0; n < 60; n++) await addRandomLoan(loan, dice)
    const slvs = await db.selectFrom('slv').selectAll().execute()
    const today = await readRulesInForce(db, civil(admin.now).day)
    for (let n = 0; n < 12; n++) {
      const id = await draft(rollRules(dice))
      const { open } = await countEffect(admin, id)
      const rules = { before: today, after: await readRules(db, id) }
      expect(open).toMatchObject(countPlainly(slvs, rules))
    }
  })
})

type Dice = ReturnType<typeof createDice>
type AddLoan = (
  creditScore: number,
  ltv: number,
  change: object,
) => Promise<string>

function addRandomLoan(addLoan: AddLoan, { roll }: Dice) {
  return addLoan(600 + roll(150), 60 + roll(30), {
    ...(roll(4) === 0 && { creditScore: null }),
    dti: roll(3) === 0 ? null : 30 + roll(30),
    proposedHousingPaymentAmount: 3000,
    currentHousingPaymentAmount: roll(3) === 0 ? null : 1000 + roll(1500),
  })
}

/** Always a payment shock that depends on FICO, and often other rules. */
function rollRules({ roll }: Dice): NewRule[] {
  const shock = rule('PAYMENT_SHOCK', 60 + roll(100), {
    severity: 'KNOCKOUT',
    scope: { misses: [{ parameter: 'CREDIT_SCORE', by: roll(20) }] },
  })
  const rules: NewRule[] = []
  if (roll(4) !== 0) rules.push(rule('CREDIT_SCORE', 620 + roll(100)))
  if (roll(2) !== 0) rules.push(rule('LTV', 65 + roll(20)))
  if (roll(2) !== 0) rules.push(rule('DTI', 35 + roll(20)))
  return [...rules, shock]
}

const needsVariance = (verdict: string) =>
  verdict === 'NEEDS_VARIANCE' || verdict === 'NOT_ELIGIBLE'

/** The effect, counted by evaluating each SLV by both sets of rules. */
function countPlainly(
  slvs: readonly Figures[],
  rules: { before: Rule[]; after: Rule[] },
) {
  const counts = { changed: 0, newlyNeeded: 0, noLongerNeeded: 0 }
  const options = { asOf: '2026-03-18' }
  for (const slv of slvs) {
    const before = evaluate(slv, 'P1', rules.before, options).verdict
    const after = evaluate(slv, 'P1', rules.after, options).verdict
    if (before !== after) counts.changed++
    if (needsVariance(after) && !needsVariance(before)) counts.newlyNeeded++
    if (needsVariance(before) && !needsVariance(after)) counts.noLongerNeeded++
  }
  return counts
}
