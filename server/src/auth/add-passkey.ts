import type { SecondFactors } from '@portal/contract/auth/factor-api'
import { type Ctx, transact } from '../lib/ctx.ts'
import { badRequest, conflict, notFound } from '../lib/errors.ts'
import type { Passkeys, WebAuthnJson } from '../lib/passkeys.ts'
import { writeUserChange } from '../user/write-change.ts'
import { findOwnCredential } from './check-own-password.ts'
import { findFactors } from './find-factors.ts'
import { queueNotice } from './send-notice.ts'

const lifeMs = 5 * 60_000
const mostPasskeys = 10

/** What the browser needs to make a passkey, bound to the session that asks. */
export async function startPasskey(ctx: Ctx, passkeys: Passkeys, sessionHash: Buffer): Promise<WebAuthnJson> {
  const { db, actor, now } = ctx
  const { email, name } = await findOwnCredential(ctx)
  const present = await db
    .selectFrom('passkey')
    .select(['credentialId', 'transports'])
    .where('userId', '=', actor.id)
    .execute()
  if (present.length >= mostPasskeys) throw conflict(`No more than ${mostPasskeys} passkeys`)
  const { options, challenge } = await passkeys.askNew({ id: actor.id, email, name }, present)
  const asked = { challenge, expiresAt: new Date(now.getTime() + lifeMs) }
  await db
    .insertInto('passkeyRequest')
    .values({ sessionHash, ...asked })
    .onConflict((conflicting) => conflicting.column('sessionHash').doUpdateSet(asked))
    .execute()
  return options
}

type Made = { name: string; response: WebAuthnJson }

/** Keeps a passkey that the browser made; what was asked for it is used up, good or not. */
export async function addPasskey(
  ctx: Ctx,
  passkeys: Passkeys,
  sessionHash: Buffer,
  { name, response }: Made,
): Promise<SecondFactors> {
  await findOwnCredential(ctx)
  const asked = await ctx.db
    .deleteFrom('passkeyRequest')
    .where('sessionHash', '=', sessionHash)
    .where('expiresAt', '>', ctx.now)
    .returning('challenge')
    .executeTakeFirst()
  if (!asked) throw conflict('No passkey is being added: begin again')
  const made = await passkeys.readNew(response, asked.challenge)
  if (!made)
    throw badRequest([{ field: 'response', error: 'This passkey cannot be read' }], 'This passkey cannot be read')

  return transact(ctx, async (inner) => {
    const { db, actor, now } = inner
    const kept = await db
      .insertInto('passkey')
      .values({
        ...made,
        publicKey: Buffer.from(made.publicKey),
        transports: [...made.transports],
        userId: actor.id,
        name,
        addedAt: now,
      })
      .onConflict((conflicting) => conflicting.column('credentialId').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!kept) throw conflict('This passkey is there already')
    const changes = [{ field: 'passkey', before: null, after: name }]
    await writeUserChange({ db, now, actorId: actor.id }, { userId: actor.id, action: 'add-passkey', changes })
    await queueNotice({ db, now }, actor.id, 'add-passkey')
    return findFactors(inner)
  })
}

/** Throws 404 for a passkey that is not the asker's own, the same as for one that never was; 409 for those without any. */
export async function findOwnPasskey(ctx: Ctx, id: string): Promise<void> {
  await findOwnCredential(ctx)
  const own = await ctx.db
    .selectFrom('passkey')
    .select('id')
    .where('id', '=', id)
    .where('userId', '=', ctx.actor.id)
    .executeTakeFirst()
  if (!own) throw notFound('Passkey')
}

/** Takes a passkey away. */
export const removePasskey = (ctx: Ctx, id: string): Promise<SecondFactors> =>
  transact(ctx, async (inner) => {
    const { db, actor, now } = inner
    const gone = await db
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('userId', '=', actor.id)
      .returning('name')
      .executeTakeFirst()
    if (!gone) throw notFound('Passkey')
    const changes = [{ field: 'passkey', before: gone.name, after: null }]
    await writeUserChange({ db, now, actorId: actor.id }, { userId: actor.id, action: 'remove-passkey', changes })
    await queueNotice({ db, now }, actor.id, 'remove-passkey')
    return findFactors(inner)
  })
