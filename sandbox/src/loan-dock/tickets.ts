import { randomUUID } from 'node:crypto'
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  SignJWT,
} from 'jose'
import { z } from 'zod'
import { storedText } from '../lib/stored.ts'
import type { Account } from './accounts.ts'

const PrivateJwk = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  d: z.string(),
})

async function createKey() {
  const { privateKey } = await generateKeyPair('EdDSA', {
    crv: 'Ed25519',
    extractable: true,
  })
  return JSON.stringify(PrivateJwk.parse(await exportJWK(privateKey)))
}

/**
 * Issues sign-in tickets and publishes the key that verifies them. Without a
 * folder, the key is new at each start.
 */
export async function openTickets(now: () => Date, folder?: string) {
  const { d, ...publicKey } = PrivateJwk.parse(
    JSON.parse(await storedText(folder, 'loan-dock-key.json', createKey)),
  )
  const kid = await calculateJwkThumbprint(publicKey)
  const key = await importJWK({ ...publicKey, d }, 'EdDSA')
  return {
    jwks: { keys: [{ ...publicKey, kid, alg: 'EdDSA', use: 'sig' }] },
    /**
     * A JWT (EdDSA) that names the person and their company; valid for 60 s.
     */
    issue: ({
      email,
      firstName,
      lastName,
      phone,
      kind,
      company: { name, corrId },
    }: Account) => {
      const issuedAt = Math.floor(now().getTime() / 1000)
      const person = {
        given_name: firstName,
        family_name: lastName,
        phone,
        kind,
        company: { name, corrId },
      }
      return new SignJWT(person)
        .setProtectedHeader({ alg: 'EdDSA', kid })
        .setIssuer('loandock')
        .setAudience('loan-review-portal')
        .setSubject(email)
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + 60)
        .sign(key)
    },
  }
}
export type Tickets = Awaited<ReturnType<typeof openTickets>>
