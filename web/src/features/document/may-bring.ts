import type { Profile } from '@portal/contract/auth/api'
import { type DocumentKind, documentKinds } from '@portal/contract/document/model'
import { uploads } from '@portal/contract/document/policy'
import type { SlvDetail } from '@portal/contract/slv/answers'

type Person = Pick<Profile, 'id' | 'role'>
type Standing = Pick<SlvDetail, 'status' | 'sellerId' | 'underwriterId'>

/** Which files this person may bring now, to draw an upload area or none; the server has the last word. */
export const mayBring = ({ id, role }: Person, { status, sellerId, underwriterId }: Standing): DocumentKind | null => {
  const isTheirs = {
    SELLER: role === 'SELLER' && sellerId === id,
    UNDERWRITER: role === 'UNDERWRITER' && underwriterId === id,
  }
  return documentKinds.find((kind) => isTheirs[kind] && uploads[kind].isOpen(status)) ?? null
}
