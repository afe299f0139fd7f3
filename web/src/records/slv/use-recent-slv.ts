import type { SlvDetail } from '@portal/contract/slv/answers'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { ownKey, readStored, writeStored } from '../../lib/owner.ts'
import { toNumber } from './slv-status.tsx'

/** Has no names: it stays in the browser after sign-out. */
const Recent = z.array(
  z.object({ id: z.string(), label: z.string(), href: z.string() }),
)

const most = 8
const storageKey = () => ownKey('recent-slvs')

/** The SLVs that this person opened last in this browser, the newest first. */
export const recentSlvs = (): z.infer<typeof Recent> =>
  Recent.safeParse(readStored(localStorage, storageKey())).data ?? []

/** Remembers that this person opened an SLV. */
export const useRecentSlv = (slv: SlvDetail) => {
  const router = useRouter()
  // While one leaves, the location is already the next one.
  const [href] = useState(() => router.state.location.pathname)
  const { id } = slv
  const label = toNumber(slv)
  useEffect(() => {
    const others = recentSlvs().filter((one) => one.id !== id)
    writeStored(
      localStorage,
      storageKey(),
      [{ id, label, href }, ...others].slice(0, most),
    )
  }, [id, label, href])
}
