import { randomUUID } from 'node:crypto'
import type { AuthorityLevel } from '@portal/contract/authority/model'
import type { Parameter } from '@portal/contract/guideline/model'
import { getKeys } from '@portal/contract/lib/typed'
import type { NewPriceBand } from '@portal/contract/price/model'
import { saveDecisionAuthority } from '../authority/save-authority.ts'
import type { Ctx } from '../lib/ctx.ts'
import { savePriceGrid } from '../price/save-price-grid.ts'
import type { DemoPeople } from './people.ts'

type Step = readonly [to: number, bps: number]

/** Invented prices in usual steps, by how far a loan misses a limit. */
const steps: Partial<Record<Parameter, readonly Step[]>> = {
  CREDIT_SCORE: [
    [20, -25],
    [40, -50],
  ],
  LTV: [
    [2, -12.5],
    [5, -37.5],
    [10, -75],
  ],
  CLTV: [
    [2, -12.5],
    [5, -37.5],
  ],
  DTI: [
    [2, -12.5],
    [5, -25],
  ],
  DSCR: [
    [0.1, -12.5],
    [0.25, -37.5],
  ],
  RESERVES_MONTHS: [
    [3, -12.5],
    [6, -25],
  ],
  LOAN_AMOUNT_MAX: [
    [100_000, -12.5],
    [500_000, -25],
  ],
}

/** Smaller misses have no suggested price. */
const starts: Partial<Record<Parameter, number>> = { CREDIT_SCORE: 10 }

/** Each band begins where the one before ends. */
const bandsOf = (
  parameter: Parameter,
  program: string | null,
  limits: readonly Step[],
): NewPriceBand[] =>
  limits.map(([to, bps], index) => ({
    parameter,
    program,
    from: limits[index - 1]?.[0] ?? starts[parameter] ?? 0,
    to,
    bps,
  }))

/** Adds the price grid; bank statement loans have their own FICO bands. */
export async function addPriceGrid(ctx: Ctx) {
  const rows = getKeys(steps).flatMap((parameter) =>
    bandsOf(parameter, null, steps[parameter] ?? []),
  )
  const own = bandsOf('CREDIT_SCORE', 'BS12', [
    [20, -37.5],
    [40, -75],
  ])
  await savePriceGrid(ctx, { addOn: -12.5, rows: [...rows, ...own] })
}

const level = (
  name: string,
  [maxVariances, maxPriceConcession, maxLoanAmount]: readonly number[],
  maxDistance: AuthorityLevel['maxDistance'],
): AuthorityLevel => ({
  id: randomUUID(),
  name,
  maxVariances: maxVariances ?? null,
  maxPriceConcession: maxPriceConcession ?? null,
  maxLoanAmount: maxLoanAmount ?? null,
  maxDistance,
})

/** Adds three levels; most underwriters decide without limits. */
export async function addAuthority(ctx: Ctx, { byEmail }: DemoPeople) {
  const [junior, standard, senior] = [
    level('Junior Underwriter', [1, 0, 750_000], { CREDIT_SCORE: 10, LTV: 2 }),
    level('Underwriter', [2, 12.5, 1_500_000], { CREDIT_SCORE: 20, LTV: 5 }),
    level('Senior Underwriter', [4, 37.5, 3_000_000], { CREDIT_SCORE: 40 }),
  ]
  const idOf = (name: string) => byEmail(`${name}@buyer.example`).id
  await saveDecisionAuthority(ctx, {
    levels: [junior, standard, senior],
    people: {
      [idOf('grace.whitlock')]: junior.id,
      [idOf('darius.menon')]: standard.id,
      [idOf('underwriter.two')]: senior.id,
    },
  })
}
