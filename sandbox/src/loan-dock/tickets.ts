import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { z } from 'zod'
import type { Account } from './model.ts'

export const issuer = 'loandock'
export const audience = 'loan-review-portal'
const lifeSeconds = 60

const PrivateJwk = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), d: z.string() })

/** Makes tickets, and shows the key that they can be checked by. */
export type TicketOffice = {
  /** A JWT (EdDSA) that says who stands at the door, and of which company; good for 60 s. */
  issue: (account: Account) => Promise<string>
  jwks: { keys: JWK[] }
}

const newKey = async () => {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  return PrivateJwk.parse(await exportJWK(privateKey))
}

/** The key kept in this folder; made on first use, so that a restart does not void what the portal knows. */
const keptKey = async (folder: string) => {
  const file = join(folder, 'loan-dock-key.json')
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (kept !== null) return PrivateJwk.parse(JSON.parse(kept))
  const key = await newKey()
  await mkdir(folder, { recursive: true })
  const draft = `${file}.${process.pid}.new`
  await writeFile(draft, JSON.stringify(key), { mode: 0o600 })
  await rename(draft, file)
  return key
}

/** Opens the ticket office with a fresh Ed25519 key, or with the one kept in `folder`. `now` stamps the tickets. */
export const openTicketOffice = async (now: () => Date, folder?: string): Promise<TicketOffice> => {
  const { d, ...shown } = await (folder === undefined ? newKey() : keptKey(folder))
  const kid = await calculateJwkThumbprint(shown)
  const key = await importJWK({ ...shown, d }, 'EdDSA')

  return {
    jwks: { keys: [{ ...shown, kid, alg: 'EdDSA', use: 'sig' }] },
    issue: (account) => {
      const issuedAt = Math.floor(now().getTime() / 1000)
      const { firstName, lastName, phone, kind, company } = account
      return new SignJWT({
        given_name: firstName,
        family_name: lastName,
        phone,
        kind,
        company: { name: company.name, corrId: company.corrId },
      })
        .setProtectedHeader({ alg: 'EdDSA', kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(account.email)
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifeSeconds)
        .sign(key)
    },
  }
}
