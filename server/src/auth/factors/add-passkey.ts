import type {
  ChangedFactors,
  SecondFactors,
} from '@portal/contract/auth/factor-api'
import { type Ctx, transact } from '../../lib/ctx.ts'
import { badRequest, conflict, notFound } from '../../lib/errors.ts'
import type { Passkeys, WebAuthnJson } from '../../lib/integrations/passkeys.ts'
import {
  findFactors,
  findFactorsLeft,
  findOwnCredential,
  type OwnCtx,
  recordOwnChange,
} from './check-own-password.ts'
import { createFirstCodes } from './create-recovery-codes.ts'

const lifeMs = 5 * 60_000
const maxPasskeys = 10

/**
 * Options for the browser to create a passkey, bound to the caller's session.
 */
export async function startPasskey(
  ctx: Ctx,
  passkeys: Passkeys,
  sessionHash: Buffer,
): Promise<WebAuthnJson> {
  const { db, actor, now } = ctx
  const { email, name } = await findOwnCredential(ctx)
  const own = await db
    .selectFrom('passkey')
    .select(['credentialId', 'transports'])
    .where('userId', '=', actor.id)
    .execute()
  if (own.length >= maxPasskeys)
    throw conflict(`You can have at most ${maxPasskeys} passkeys`)
  const { options, challenge } = await passkeys.askNew(
    { id: actor.id, email, name },
    own,
  )
  const request = { challenge, expiresAt: new Date(now.getTime() + lifeMs) }
  await db
    .insertInto('passkeyRequest')
    .values({ sessionHash, ...request })
    .onConflict((conflicting) =>
      conflicting.column('sessionHash').doUpdateSet(request),
    )
    .execute()
  return options
}

type NewPasskey = { name: string; response: WebAuthnJson }

/**
 * Stores a passkey that the browser created. The request for it is used up,
 * whether the passkey is valid or not.
 */
export async function addPasskey(
  ctx: OwnCtx,
  passkeys: Passkeys,
  sessionHash: Buffer,
  { name, response }: NewPasskey,
): Promise<ChangedFactors> {
  await findOwnCredential(ctx)
  const request = await ctx.db
    .deleteFrom('passkeyRequest')
    .where('sessionHash', '=', sessionHash)
    .where('expiresAt', '>', ctx.now)
    .returning('challenge')
    .executeTakeFirst()
  if (!request) throw conflict('Start adding the passkey again')
  const passkey = await passkeys.readNew(response, request.challenge)
  const unreadable = 'This passkey cannot be read'
  if (!passkey)
    throw badRequest([{ field: 'response', error: unreadable }], unreadable)

  return transact(ctx, async (inner) => {
    const { db, actor, now } = inner
    const stored = await db
      .insertInto('passkey')
      .values({
        ...passkey,
        publicKey: Buffer.from(passkey.publicKey),
        transports: [...passkey.transports],
        userId: actor.id,
        name,
        addedAt: now,
      })
      .onConflict((conflicting) =>
        conflicting.column('credentialId').doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (!stored) throw conflict('This passkey was already added')
    const recoveryCodes = await createFirstCodes({ ...inner, keys: ctx.keys })
    await recordOwnChange(inner, 'add-passkey', [
      { field: 'passkey', before: null, after: name },
    ])
    return { ...(await findFactors(inner)), recoveryCodes }
  })
}

/**
 * Throws 404 for a passkey that is not the actor's, 409 for those who use
 * LoanDock.
 */
export async function checkOwnPasskey(ctx: Ctx, id: string): Promise<void> {
  await findOwnCredential(ctx)
  const own = await ctx.db
    .selectFrom('passkey')
    .select('id')
    .where('id', '=', id)
    .where('userId', '=', ctx.actor.id)
    .executeTakeFirst()
  if (!own) throw notFound('Passkey')
}

export const removePasskey = (ctx: Ctx, id: string): Promise<SecondFactors> =>
  transact(ctx, async (inner) => {
    const { db, actor } = inner
    const removed = await db
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('userId', '=', actor.id)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw notFound('Passkey')
    await recordOwnChange(inner, 'remove-passkey', [
      { field: 'passkey', before: removed.name, after: null },
    ])
    return findFactorsLeft(inner)
  })
