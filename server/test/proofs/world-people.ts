import { me, type Persona } from '@portal/contract/test/personas'
import type { Actor } from '@portal/contract/user/model'
import type { Db } from '../../src/lib/database/db.ts'
import { makers } from '../makers.ts'
import { setRows } from '../rows.ts'

/**
 * Loans of LoanDock: one of the home company, one of another, one of a company
 * that the portal does not know.
 */
export type Loans = { home: Loan; foreign: Loan; unknown: Loan }
type Loan = { number: string; corrId: string }

/** The people and companies around one persona, who is the actor. */
export async function createWorldPeople(
  db: Db,
  now: Date,
  persona: Persona,
  loans: Loans,
) {
  const a = makers(db, now)
  const home = await a.company()
  const bdd = await a.user({ role: 'BDD' })
  const foreign = await a.company('SELLER', bdd.id)
  const { home: homeLoan, foreign: foreignLoan } = loans
  await setRows(db, 'company', { id: home.id }, { corrId: homeLoan.corrId })
  await setRows(
    db,
    'company',
    { id: foreign.id },
    { corrId: foreignLoan.corrId },
  )

  const actor = await a.user({
    role: persona.role,
    holds: persona.holds,
    ...(persona.isColleague && { companyId: home.id }),
  })
  if (persona.facts.bddId === me)
    await setRows(db, 'company', { id: home.id }, { bddId: actor.id })

  const stranger = await a.underwriter('myOwn', 'manageSlr', 'manageTradeDesk')
  const colleague = await a.seller(home.id)
  const outsider = await a.seller(foreign.id)
  // The actor's company may be another one than the home company: they have a
  // colleague there, too.
  const ownColleague = await a.user({
    role: persona.role,
    companyId: actor.companyId,
  })
  const cast = {
    underwriter: await a.underwriter('myOwn'),
    manager: await a.underwriter('manageSlr'),
    trader: await a.underwriter('manageTradeDesk'),
    reviewer: await a.user({ role: 'TPR' }),
  }
  const vendors = {
    own: vendorOf(actor, cast.reviewer),
    other: (await a.company('TPR_VENDOR')).id,
  }
  return {
    home,
    foreign,
    actor,
    stranger,
    colleague,
    outsider,
    ownColleague,
    cast,
    vendors,
  }
}
export type WorldPeople = Awaited<ReturnType<typeof createWorldPeople>>

const vendorOf = (actor: Actor, reviewer: Actor) =>
  actor.role === 'TPR' ? actor.companyId : reviewer.companyId
