import { formatCode, readCode } from '@portal/contract/lib/paper-code'
import { civil } from '@portal/contract/sla/calendar'
import {
  letterCodeLength,
  letterState,
} from '@portal/contract/slv/decision/letter'
import type { Letter } from '@portal/contract/slv/decision/letter-api'
import { decisions } from '@portal/contract/slv/status'
import { sql } from 'kysely'
import { createCode } from '../lib/create-code.ts'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { listLiterals } from '../lib/database/literals.ts'
import { notFound } from '../lib/errors.ts'
import { findSlv } from './lock.ts'

/**
 * Gives the decision in effect a letter, unless it has one. A decision needs
 * none before its letter is read.
 */
const addMissingLetter = ({ db }: Ctx, slvId: string) =>
  db
    .insertInto('slvLetter')
    .columns(['code', 'slvId', 'decidedAt', 'goodUntil'])
    .expression((eb) =>
      eb
        .selectFrom('slv')
        .select(sql.val(createCode(letterCodeLength)).as('code'))
        .select(['id', 'decisionDate', 'goodUntil'])
        .where('id', '=', slvId)
        .where('status', 'in', decisions)
        .where('decisionDate', 'is not', null),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Letters with what decides their states. */
const selectLetters = (db: Db) =>
  db
    .selectFrom('slvLetter as letter')
    .innerJoin('slv', 'slv.id', 'letter.slvId')
    .select(['letter.code', 'letter.decidedAt', 'letter.goodUntil'])
    .select([
      sql<boolean>`(
        slv.status in (${listLiterals(decisions)})
        and slv.decision_date = letter.decided_at
      ) is true`.as('isInEffect'),
      sql<boolean>`(
        slv.decision_date > letter.decided_at
        or exists (
          select
          from slv_letter later
          where later.slv_id = letter.slv_id
            and later.decided_at > letter.decided_at
        )
      ) is true`.as('isReplaced'),
    ])

const findLetterInEffect = async ({ db }: Ctx, slvId: string) =>
  selectLetters(db)
    .where('slv.id', '=', slvId)
    .whereRef('letter.decidedAt', '=', 'slv.decisionDate')
    .executeTakeFirst()

/**
 * The letter of the decision in effect. Throws 404 without a decision, and for
 * an SLV that the actor may not see.
 */
export async function getLetter(ctx: Ctx, slvId: string): Promise<Letter> {
  await findSlv(ctx, slvId)
  let letter = await findLetterInEffect(ctx, slvId)
  if (!letter) {
    await addMissingLetter(ctx, slvId)
    letter = await findLetterInEffect(ctx, slvId)
  }
  if (!letter) throw notFound('Letter')
  return {
    code: formatCode(letter.code),
    state: letterState(letter, civil(ctx.now).day),
    goodUntil: letter.goodUntil,
  }
}

/**
 * What anyone may know who has the code of a letter. Every code is looked up,
 * so that the answer takes the same time for all that no letter has.
 */
export async function verifyLetter(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  typed: string,
) {
  const letter = await selectLetters(db)
    .where('letter.code', '=', readCode(typed))
    .executeTakeFirst()
  if (!letter) throw notFound('Letter')
  return {
    state: letterState(letter, civil(now).day),
    decidedOn: civil(letter.decidedAt).day,
  }
}
